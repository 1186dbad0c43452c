import type { PoisonDoor } from '../poison-door.ts'
import { askDoor } from './ask-door.ts'
import { callDoor } from './call-door.ts'
import { chatDoor } from './chat-door.ts'
import { guardDoor } from './guard-door.ts'
import { httpDoor } from './http-door.ts'
import { turnDoor } from './turn-door.ts'
import { v1Door } from './v1-door.ts'

/** Every door there is. */
export const DOORS: readonly PoisonDoor[] = [turnDoor, askDoor, chatDoor, callDoor, guardDoor, httpDoor, v1Door]
