import { type CheckReport, windowFor } from '../../../flows/index.ts'
import { contextFix, quoted } from './context-fix.ts'

export type CheckAdvice = {
  /** The profile of this check. */
  readonly profile: string | null
  /** The context window that the server should use; null: no change. */
  readonly num_ctx: number | null
  /** Each with a command to paste, if there is one. */
  readonly says: readonly { readonly text: string; readonly fix: string | null }[]
}

type AdviceLine = CheckAdvice['says'][number]

/** Advice from a check report; each sentence rests on one of its figures. */
export function checkAdvice(report: CheckReport): CheckAdvice {
  const { context, guarded } = report
  const numCtx = context.fits === false ? windowFor(Math.max(context.needed, (context.window ?? 0) + 1)) : null
  return {
    profile: guarded.profile,
    num_ctx: numCtx,
    says: [...aboutContext(report, numCtx), ...aboutProfile(report), ...aboutChoice(report)],
  }
}

function aboutContext({ context, ...model }: CheckReport, numCtx: number | null): readonly AdviceLine[] {
  if (numCtx === null) return []
  const text = context.cut
    ? 'The server cut off the start of a prompt, where the rules are. Increase the context window.'
    : `The prompts need about ${context.needed} tokens, but the context window holds ${context.window}. Increase it.`
  return [{ text, fix: contextFix({ id: model.model, provider: model.provider }, numCtx) }]
}

const GOOD = 0.9

function aboutProfile({ guarded, model, cases }: CheckReport): readonly AdviceLine[] {
  const { share, profile } = guarded
  if (share === null || share >= GOOD) return []
  const other = profile === 'native' ? 'lenient' : undefined
  if (other === undefined) return []
  return [
    {
      text: 'Check whether this model does better with calls written as text:',
      fix: `countersign check ${quoted(model)} --cases ${cases} --profile ${other}`,
    },
  ]
}

function aboutChoice({ model, provider, guarded, cases }: CheckReport): readonly AdviceLine[] {
  if (provider === 'demo')
    return [
      {
        text: 'The demo model only plays a few scenes. Now check a real model:',
        fix: 'countersign check ollama:qwen3:4b',
      },
    ]
  if (cases === 0 || provider === 'scripted' || (guarded.share ?? 0) < GOOD) return []
  return [
    {
      text: 'To make this model the default:',
      fix: `countersign config set providers.model ${quoted(model)}`,
    },
  ]
}
