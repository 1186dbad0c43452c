#!/bin/sh
# One question with one tool. COUNTERSIGN_URL is http://127.0.0.1:4070 unless you say otherwise; COUNTERSIGN_KEY is your key.
curl -sS "${COUNTERSIGN_URL:-http://127.0.0.1:4070}/v1/chat/completions" \
  -H "Authorization: Bearer $COUNTERSIGN_KEY" \
  -H 'Content-Type: application/json' \
  -d '{
    "model": "default",
    "messages": [{"role": "user", "content": "How warm is it in Bern?"}],
    "tools": [{"type": "function", "function": {
      "name": "get_temperature",
      "description": "The temperature in a city, in degrees.",
      "parameters": {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]}
    }}]
  }'
