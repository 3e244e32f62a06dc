-- POSTs one envelope as a browser does, over and over; prints what came of it as one line of JSON.
local file = assert(io.open(os.getenv("BENCH_BODY"), "rb"))
local origin = os.getenv("BENCH_ORIGIN")

wrk.method = "POST"
wrk.body = file:read("*a")
file:close()
wrk.headers["Content-Type"] = "text/plain;charset=UTF-8"
wrk.headers["User-Agent"] = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36"
wrk.headers["Accept"] = "*/*"
wrk.headers["Accept-Encoding"] = "gzip, deflate, br, zstd"
wrk.headers["Accept-Language"] = "en-GB,en;q=0.9"
wrk.headers["Origin"] = origin
wrk.headers["Referer"] = origin .. "/orders/4711"
wrk.headers["Sec-Fetch-Dest"] = "empty"
wrk.headers["Sec-Fetch-Mode"] = "cors"
wrk.headers["Sec-Fetch-Site"] = "same-origin"
wrk.headers["sec-ch-ua"] = '"Chromium";v="142", "Not_A Brand";v="99"'
wrk.headers["sec-ch-ua-mobile"] = "?0"
wrk.headers["sec-ch-ua-platform"] = '"Linux"'

-- With a pause the load comes at a rate; spread, so that the connections do not march in step.
local pause = tonumber(os.getenv("BENCH_PAUSE_MS") or "0")
if pause > 0 then
  function delay()
    return math.floor(pause * (0.5 + math.random()) + 0.5)
  end
end

function done(summary, latency, requests)
  local errors = summary.errors
  io.write(string.format(
    '\n{"requests":%d,"refused":%d,"socketErrors":%d,"timeouts":%d,"microseconds":%d,"p50":%d,"p99":%d}\n',
    summary.requests, errors.status, errors.connect + errors.read + errors.write, errors.timeout,
    summary.duration, latency:percentile(50), latency:percentile(99)))
end
