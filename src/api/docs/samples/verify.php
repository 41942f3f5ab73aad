<?php

/** Whether $body, the raw bytes as received, was signed with the app's webhook secret. */
function is_signed(string $body, string $signature, string $secret): bool
{
    return hash_equals(hash_hmac('sha256', $body, $secret), $signature);
}

// is_signed(file_get_contents('php://input'), $_SERVER['HTTP_X_SERVICE_SIGNATURE'] ?? '', getenv('WEBHOOK_SECRET'))
