# Ruby's SDK of years ago, which posts to /store/. Sends what the first argument says to SENTRY_DSN: all | limit | outage.
require 'raven'

Raven.configure do |config|
  config.logger = Logger.new($stderr, level: Logger::ERROR)
  config.release = 'adit-raven-ruby@1.0.0'
end

COUNTS = { 'all' => 1, 'limit' => 5, 'outage' => 10 }.freeze

COUNTS.fetch(ARGV[0]).times do |number|
  raise "#{ARGV[0]} #{number}"
rescue RuntimeError => error
  Raven.capture_exception(error)
end
