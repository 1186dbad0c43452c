import type { ComponentType } from 'preact'
import { words } from '../words.ts'
import { AttemptsScreen } from './attempts/attempts-screen.tsx'
import { ChatScreen } from './chat/chat-screen.tsx'
import { DoctorScreen } from './doctor/doctor-screen.tsx'
import { MemoryScreen } from './memory/memory-screen.tsx'
import { PermissionsScreen } from './permissions/permissions-screen.tsx'
import { ReceiptsScreen } from './receipts/receipts-screen.tsx'
import { SettingsScreen } from './settings/settings-screen.tsx'
import { PolicyScreen } from './tools/policy-screen.tsx'
import { ToolsScreen } from './tools/tools-screen.tsx'

export type ScreenEntry = { readonly name: string; readonly title: string; readonly Screen: ComponentType }

const CHAT: ScreenEntry = { name: 'chat', title: words.nav.chat, Screen: ChatScreen }
const SCREENS: readonly ScreenEntry[] = [
  { name: 'permissions', title: words.nav.permissions, Screen: PermissionsScreen },
  { name: 'receipts', title: words.nav.receipts, Screen: ReceiptsScreen },
  { name: 'attempts', title: words.nav.attempts, Screen: AttemptsScreen },
  { name: 'tools', title: words.nav.tools, Screen: ToolsScreen },
  { name: 'policy', title: words.nav.policy, Screen: PolicyScreen },
  { name: 'memory', title: words.nav.memory, Screen: MemoryScreen },
  { name: 'doctor', title: words.nav.doctor, Screen: DoctorScreen },
  { name: 'settings', title: words.nav.settings, Screen: SettingsScreen },
]

/** Unknown addresses show the chat. */
export const screenOf = (name: string): ScreenEntry => SCREENS.find(screen => screen.name === name) ?? CHAT
