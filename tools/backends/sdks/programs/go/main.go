// Sends what the first argument says to SENTRY_DSN: all | limit | outage.
package main

import (
	"context"
	"errors"
	"fmt"
	"log"
	"os"
	"time"

	"github.com/getsentry/sentry-go"
)

const flushTimeout = 30 * time.Second

func checkIn() {
	sentry.CaptureCheckIn(&sentry.CheckIn{MonitorSlug: "nightly", Status: sentry.CheckInStatusOK, Duration: time.Second}, nil)
}

func sendAll() {
	ctx := context.Background()
	sentry.WithScope(func(scope *sentry.Scope) {
		bytes := make([]byte, 1024)
		for i := range bytes {
			bytes[i] = byte(i)
		}
		scope.AddAttachment(&sentry.Attachment{Filename: "bytes.bin", Payload: bytes})
		sentry.CaptureException(errors.New("error of Go"))
	})
	transaction := sentry.StartTransaction(ctx, "transaction of Go")
	transaction.StartChild("db").Finish()
	transaction.Finish()
	sentry.NewLogger(ctx).Info().Emit("log of Go")
	sentry.NewMeter(ctx).Count("metric.of.go", 1)
	checkIn()
}

func sendLimited() {
	for number := range 5 {
		sentry.CaptureException(fmt.Errorf("limit %d", number))
		sentry.Flush(flushTimeout)
	}
	checkIn()
}

func sendOutage() {
	for number := range 10 {
		sentry.CaptureException(fmt.Errorf("outage %d", number))
	}
}

func main() {
	err := sentry.Init(sentry.ClientOptions{
		Release:          "adit-go@1.0.0",
		Environment:      "test",
		EnableTracing:    true,
		TracesSampleRate: 1,
	})
	if err != nil {
		log.Fatal(err)
	}
	map[string]func(){"all": sendAll, "limit": sendLimited, "outage": sendOutage}[os.Args[1]]()
	sentry.Flush(flushTimeout)
}
