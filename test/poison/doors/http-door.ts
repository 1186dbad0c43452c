import {
  type Json,
  type JsonObject,
  type Model,
  type TurnEvent,
  isJsonList,
  isJsonObject,
} from '../../../src/core/index.ts'
import { scripted } from '../../../src/providers/index.ts'
import { openBehind, orThrow } from '../../forbidden/doors/open-behind.ts'
import { startTestServer } from '../../http-server.ts'
import type { Decided, PoisonDoor } from '../poison-door.ts'
import { ORACLE, decidedIn, repliesTo } from './turn-door.ts'

const objectsIn = (value: Json | undefined): readonly JsonObject[] =>
  isJsonList(value) ? value.filter(isJsonObject) : []

/** The console's own way in, `/api/ai/chat`: one server, a message an attack, and a yes after each. */
export const httpDoor: PoisonDoor = {
  name: '/api/ai/chat',
  carries: () => true,
  hears: true,
  every: 6,
  async suffer(attacks, { root, state, settings }) {
    const runtime = orThrow(await openBehind({ root, state, settings, tools: [ORACLE] }))
    const speaking: { model: Model } = { model: scripted([]) }
    const main: Model = { ...speaking.model, reply: (request, signal) => speaking.model.reply(request, signal) }
    const { api } = await startTestServer({ root, state, runtime, models: { main } })
    const say = async (message: string, replies: readonly string[]): Promise<JsonObject> => {
      speaking.model = scripted(replies)
      const { status, json } = await api('POST', '/api/ai/chat', {
        message,
        session_id: 'sess_poison',
        allow: ['FileAccess'],
      })
      if (status !== 200) throw new Error(`the server answered ${status}`)
      return json
    }
    const decided: Decided[] = []
    for (const attack of attacks) {
      const { turn: id } = await say(attack.message, repliesTo(attack))
      const { turns } = (await api('GET', '/api/sessions/sess_poison')).json
      const turn = objectsIn(turns).find(each => each['id'] === id)
      decided.push(decidedIn(objectsIn(turn?.['events']) as unknown as readonly TurnEvent[]))
      await say('Yes.', ['Done.'])
    }
    return decided
  },
}
