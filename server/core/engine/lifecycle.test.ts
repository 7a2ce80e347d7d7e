import { expect, test } from 'vitest'
import { isLoading, type LifecycleEvent, type Phase, phaseAfter, takesActions } from './lifecycle.ts'

const through = (...events: LifecycleEvent[]): Phase => events.reduce(phaseAfter, 'stopped' as Phase)

test('an engine is ready once its state is loaded, and again after each batch that failed', () => {
  expect(through('start')).toBe('recovering')
  expect(through('start', 'loaded')).toBe('ready')
  expect(through('start', 'loaded', 'batch failed', 'loaded')).toBe('ready')
  expect(through('start', 'patience ended', 'loaded')).toBe('ready')
})

test('an engine that was stopped, fenced or is unsound never becomes ready again', () => {
  expect(through('start', 'stop', 'loaded')).toBe('stopped')
  expect(through('start', 'loaded', 'fenced', 'batch failed', 'loaded')).toBe('fenced')
  expect(through('start', 'unsound', 'loaded')).toBe('failed')
  expect(through('start', 'loaded', 'batch failed', 'fenced', 'loaded')).toBe('fenced')
})

test('actions wait while the state is being read, but not for longer than anybody should', () => {
  expect([through('start'), through('start', 'loaded')].map(takesActions)).toEqual([true, true])
  const late = through('start', 'patience ended')
  expect([isLoading(late), takesActions(late)]).toEqual([true, false])
  expect((['stopped', 'fenced', 'failed'] as const).some(takesActions)).toBe(false)
})
