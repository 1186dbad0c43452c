import type { Dialect } from './dialect.ts'
import { envelope } from './envelope.ts'
import { flat } from './flat.ts'
import { keyLines } from './key-lines.ts'
import { nameArguments } from './name-arguments.ts'
import { nameAsKey } from './name-as-key.ts'
import { nameLine } from './name-line.ts'
import { namedTags } from './named-tags.ts'
import { pair } from './pair.ts'
import { python } from './python.ts'
import { quotedCall } from './quoted-call.ts'
import { taggedArguments } from './tagged-arguments.ts'
import { toolCallsKey } from './tool-calls-key.ts'

/** In the order in which they are asked; the first that answers is believed. */
export const DIALECTS: readonly Dialect[] = [
  envelope,
  nameArguments,
  toolCallsKey,
  nameAsKey,
  flat,
  pair,
  quotedCall,
  taggedArguments,
  namedTags,
  python,
  nameLine,
  keyLines,
]
