import { type CheckReport, windowFor } from '../../../flows/index.ts'
import { contextFix, quoted } from './context-fix.ts'

export type CheckAdvice = {
  /** What this model did best with among what was tried: the profile of this check. */
  readonly profile: string | null
  /** Tokens that the server should read at once; null: as it is now. */
  readonly num_ctx: number | null
  /** Each with a command to paste, if there is one. */
  readonly says: readonly { readonly text: string; readonly fix: string | null }[]
}

type AdviceLine = CheckAdvice['says'][number]

/** Nothing here is a guess: each sentence rests on a figure of the report. */
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
    ? 'The server cut the beginning of a prompt, where the rules stand. Give it a larger window.'
    : `The prompts need about ${context.needed} tokens, and the model reads ${context.window}. Give it a larger window.`
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
      text: `Try whether it does better when calls are written as text.`,
      fix: `countersign check ${quoted(model)} --cases ${cases} --profile ${other}`,
    },
  ]
}

function aboutChoice({ model, provider, guarded, cases }: CheckReport): readonly AdviceLine[] {
  if (provider === 'demo')
    return [
      {
        text: 'The demo model plays a few scenes and calls no other tools. Now check a real one:',
        fix: 'countersign check ollama:qwen3:4b',
      },
    ]
  if (cases === 0 || provider === 'scripted' || (guarded.share ?? 0) < GOOD) return []
  return [
    {
      text: 'To have it answer wherever no other model is named:',
      fix: `countersign config set providers.model ${quoted(model)}`,
    },
  ]
}
