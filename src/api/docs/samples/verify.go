package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
)

// isSigned reports whether body, the raw bytes as received, was signed with the app's webhook secret.
func isSigned(body []byte, signature, secret string) bool {
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write(body)
	return hmac.Equal([]byte(hex.EncodeToString(mac.Sum(nil))), []byte(signature))
}

// isSigned(body, request.Header.Get("X-Service-Signature"), os.Getenv("WEBHOOK_SECRET")), body from io.ReadAll
