import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { countTokens, estimateTokens } from './index.ts'

// What the one of nine tokenizers counts that counts most (o200k, cl100k, Llama 3, Qwen 2.5, Gemma 2 and 3, Nemo, V3 and an old one of 65k words).
const SAMPLES: Readonly<Record<string, readonly [number, string]>> = {
  english: [
    109,
    `The harbour master kept two books. In the first he wrote down which ships had come, at what hour, and what they carried; nobody but the owner of the quay ever asked to see it. The second he kept for himself. There stood what the weather had been like, who had quarrelled with whom, and how long the light on the far rock had burned. When the great storm took the first book, people remembered that there was another one, and for the first time somebody read it from the beginning to the end.`,
  ],
  german: [
    118,
    `Am Morgen nach dem Sturm lag das ganze Dorf voller Dachziegel, und trotzdem öffnete die Bäckerin pünktlich um sechs. Wer kam, erzählte, was ihm weggeflogen war: dem einen ein Schuppendach, der anderen die Wäsche samt der Leine. Über die Versicherungsgesellschaft sprach niemand, denn jeder wusste, dass sie frühestens im Frühjahr antworten würde.`,
  ],
  code: [
    178,
    `export async function renewLease(store: Store, lease: Lease): Promise<Result<Lease>> {
  const held = await store.get('leases', lease.key)
  if (held?.value['token'] !== lease.token) return fail('lease_lost', \`"\${lease.key}" is held by another process.\`)
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const swapped = await store.swap('leases', lease.key, { expect: held.version, next: { ...held.value, renewedAt: Date.now() } })
    if (swapped) return succeed({ ...lease, version: held.version + 1 })
  }
  return fail('lease_lost', 'Somebody else was always faster.')
}`,
  ],
  json: [
    109,
    `{"id":"call_18f2","tool":"file_search","args":{"pattern":"TODO|FIXME","path":"src/session","max_results":50,"case_sensitive":false},"result":{"matches":[{"path":"src/session/book.ts","line":128,"text":"// TODO: tidy up"},{"path":"src/session/gate.ts","line":7,"text":"// FIXME later"}],"truncated":false,"took_ms":12.75}}`,
  ],
  log: [
    150,
    `2026-03-14T09:26:53.589Z INFO  turn=8841 model=small-7b tokens=1534 took=2718ms
2026-03-14T09:26:56.307Z WARN  turn=8841 retry=1 status=503 wait=500ms
2026-03-14T09:26:57.112Z INFO  turn=8842 model=small-7b tokens=987 took=1414ms`,
  ],
  chinese: [
    150,
    `港口管理员有两本册子。第一本记录哪些船在什么时候到达、装了什么货物，除了码头的主人，没有人要求看它。第二本是他为自己写的：天气怎么样，谁和谁吵过架，远处礁石上的灯亮了多久。大风暴卷走第一本之后，人们才想起还有另一本，于是第一次有人把它从头读到了尾。`,
  ],
  japanese: [
    141,
    `港の管理人は二冊の帳面をつけていた。一冊目には、どの船がいつ着いて何を積んでいたかが書いてあり、波止場の持ち主のほかに見たがる人はいなかった。二冊目は自分のためのもので、その日の天気や、誰と誰がけんかをしたか、沖の岩の灯がどれくらいともっていたかが記されていた。`,
  ],
  korean: [
    191,
    `항구 관리인은 장부를 두 권 썼다. 첫 번째 장부에는 어떤 배가 언제 들어와 무엇을 실었는지 적었고, 부두 주인 말고는 아무도 그것을 보자고 하지 않았다. 두 번째 장부는 자신을 위한 것이었다. 그날의 날씨와 누가 누구와 다투었는지, 먼 바위의 등불이 얼마나 오래 켜져 있었는지가 적혀 있었다.`,
  ],
}

describe('an estimate', () => {
  test.each(Object.entries(SAMPLES))(
    'of %s is never too low by more than a tenth, and not twice too high',
    (_kind, [most, text]) => {
      expect(estimateTokens(text)).toBeGreaterThanOrEqual(most * 0.9)
      expect(estimateTokens(text)).toBeLessThan(most * 1.4)
    },
  )

  test('of nothing is nothing; of any text it is a whole number that grows with the text', () => {
    expect(estimateTokens('')).toBe(0)
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (a, b) => {
        const whole = estimateTokens(a + b)
        expect(Number.isInteger(whole)).toBe(true)
        expect(whole).toBeGreaterThanOrEqual(estimateTokens(a))
      }),
    )
  })

  test('takes time in proportion to the text', () => {
    const text = 'The quick brown fox, 12 時. '.repeat(40_000) // a million characters
    const before = performance.now()
    estimateTokens(text)
    expect(performance.now() - before).toBeLessThan(2_000)
  })
})

test('a text that is counted in two parts has as many tokens as the whole', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme-ascii' }), (before, after) => {
      expect(estimateTokens(after, countTokens(before))).toBe(estimateTokens(before + after))
      expect(estimateTokens(before, countTokens(after))).toBe(estimateTokens(after + before))
    }),
  )
})
