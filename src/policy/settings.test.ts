import { expect, test } from 'vitest'
import { standardValues } from '../core/index.ts'
import { routerSection } from './index.ts'

test('no model is asked unless one is set, and the threshold is one half', () => {
  expect(routerSection.name).toBe('router')
  expect(standardValues(routerSection)).toEqual({ model: '', confidence_threshold: 0.5 })
})

test('a workspace may not choose who reads every message, and sets the threshold only when it is trusted', () => {
  const { model, confidence_threshold } = routerSection.settings
  expect([model.workspaceMay, confidence_threshold.workspaceMay]).toEqual(['never', 'when_trusted'])
  expect([model.notYet, confidence_threshold.notYet]).toEqual([false, false])
})
