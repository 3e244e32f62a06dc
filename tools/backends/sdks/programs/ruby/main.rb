# Sends what the first argument says to SENTRY_DSN: all | limit | outage.
require 'sentry-ruby'

Sentry.init do |config|
  config.release = 'adit-ruby@1.0.0'
  config.environment = 'test'
  config.traces_sample_rate = 1.0
  config.background_worker_threads = 0 # sends at once: Debian's version has no flush
  config.logger = Logger.new($stderr, level: Logger::ERROR)
end

def capture(text)
  raise text
rescue RuntimeError => error
  Sentry.capture_exception(error)
end

def send_all
  Sentry.with_session_tracking { capture('error of Ruby') }
  transaction = Sentry.start_transaction(name: 'transaction of Ruby', op: 'task')
  transaction.with_child_span(op: 'db', description: 'SELECT 1') { nil }
  transaction.finish
  Sentry.session_flusher.flush
end

case ARGV[0]
when 'all' then send_all
when 'limit' then 5.times { |number| capture("limit #{number}") }
when 'outage' then 10.times { |number| capture("outage #{number}") }
end
