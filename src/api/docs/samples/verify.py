import hashlib
import hmac


def is_signed(body: bytes, signature: str, secret: str) -> bool:
    """Whether body, the raw bytes as received, was signed with the app's webhook secret."""
    expected = hmac.new(secret.encode(), body, hashlib.sha256).hexdigest()
    return hmac.compare_digest(expected.encode(), signature.encode())


# Flask: is_signed(request.get_data(), request.headers.get("X-Service-Signature", ""), WEBHOOK_SECRET)
