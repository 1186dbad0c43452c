export {
  type ScriptedCalls,
  type ScriptedEnd,
  type ScriptedFault,
  type ScriptedModel,
  type ScriptedOptions,
  type ScriptedReply,
  type ScriptedStall,
  parseScript,
  scripted,
} from './scripted.ts'
