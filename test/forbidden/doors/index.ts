import type { Door } from '../door.ts'
import { askDoor } from './ask-door.ts'
import { callToolDoor } from './call-tool-door.ts'
import { commandLineDoor } from './command-line-door.ts'
import { guardDoor } from './guard-door.ts'
import { httpCallDoor, httpChatDoor } from './http-door.ts'
import { runCallDoor } from './run-call-door.ts'
import { turnDoor } from './turn-door.ts'
import { v1Door } from './v1-door.ts'

/** Every door there is. */
export const DOORS: readonly Door[] = [
  runCallDoor,
  turnDoor,
  callToolDoor,
  guardDoor,
  httpCallDoor,
  httpChatDoor,
  v1Door,
  askDoor,
  commandLineDoor,
]
