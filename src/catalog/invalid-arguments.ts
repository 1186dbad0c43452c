import { type Fault, fault } from '../core/index.ts'
import { type Problem, problemsMessage } from './validate/problem.ts'

export const invalidArguments = (problems: readonly Problem[]): Fault =>
  fault('tool_call_invalid_args', problemsMessage(problems), { problems })
