import { type JsonObject, fault } from '../../../src/core/index.ts'
import { type ScriptedReply, scripted } from '../../../src/providers/index.ts'
import type { OpenDoor } from '../door.ts'
import { type ForbiddenCase, forbidden, inSession } from '../forbidden-case.ts'
import { type World, grant } from '../world.ts'

const BLOCKED = { code: 'policy_blocked', needs: ['a model calls'] } as const
const SHARED = { sharesCounterpart: true } as const
const TIMEOUT_MS = 50

const GUARD: JsonObject = { 'tools.guard.enabled': true, 'tools.guard.timeout_ms': TIMEOUT_MS }
const ADVERSARIAL: JsonObject = {
  'tools.adversarial_policy.enabled': true,
  'tools.adversarial_policy.policies': ['Never keep notes.'],
  'tools.adversarial_policy.timeout_ms': TIMEOUT_MS,
}

async function judged(
  world: World,
  judge: 'guard' | 'adversarialPolicy',
  replies: readonly ScriptedReply[],
): Promise<OpenDoor> {
  const at = await world.open({
    settings: judge === 'guard' ? GUARD : ADVERSARIAL,
    models: { [judge]: scripted(replies) },
  })
  await grant(at)
  return at
}

const SAYINGS: Readonly<Record<string, readonly ScriptedReply[]>> = {
  'that denies it': ['DENY: nobody asked for it'],
  'that denies it without a reason': ['DENY'],
  'that is late': [{ stalls: true }],
  'that is late after it said ALLOW': [{ stalls: true, text: 'ALLOW' }],
  'that talks': ['I think ALLOW is fine here.'],
  'that says it in its own way': ['allow'],
  'that says both': ['ALLOW\nDENY: no'],
  'that says nothing': [''],
  'that fails': [{ fault: fault('tool_server_error', 'no model is loaded') }],
  'that fails after it said ALLOW': [{ fault: fault('tool_server_error', 'the line broke'), text: 'ALLOW' }],
  'that is not there': [],
}

/** A model that judges must say ALLOW, in one word and in time. */
export const JUDGE_CASES: readonly ForbiddenCase[] = [
  ...(['guard', 'adversarialPolicy'] as const).flatMap(judge =>
    Object.entries(SAYINGS).map(([title, replies], index) =>
      forbidden(
        `a write before a ${judge === 'guard' ? 'guard' : 'judge of the policies'} ${title}`,
        { ...BLOCKED, ...(index > 0 && SHARED) },
        async (world, stands) => {
          const at = await judged(world, judge, stands ? replies : ['ALLOW'])
          return { at, order: inSession(world.kit.write()) }
        },
      ),
    ),
  ),
  forbidden(
    'a read that promises too little',
    { code: 'utility_below_threshold', needs: ['a model calls'] },
    async (world, stands) => {
      const at = await world.open({
        settings: { 'tools.utility.enabled': true, 'tools.utility.threshold': stands ? 5 : 0 },
      })
      await grant(at, { capability: 'FileAccess' })
      return { at, order: inSession(world.kit.read()) }
    },
  ),
  forbidden(
    "what the program's own gate refuses",
    { code: 'policy_blocked', needs: ['one process'] },
    async (world, stands) => {
      const verdict = stands
        ? ({ kind: 'deny', fault: fault('policy_blocked', 'Not today.') } as const)
        : ({ kind: 'allow' } as const)
      const at = await world.open({ gates: [{ name: 'today', check: () => verdict }] })
      await grant(at)
      return { at, order: inSession(world.kit.write()) }
    },
  ),
]
