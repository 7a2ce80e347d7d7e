/**
 * What an engine is in, and what leads it elsewhere.
 *
 * It takes actions while `ready`, and keeps those that arrive while `recovering` waiting. `unavailable` is
 * `recovering` for longer than anybody should wait. `fenced` (another process has taken over) and `failed`
 * (what is stored cannot be right) are left by a new start of the process only.
 */
export type Phase = 'stopped' | 'recovering' | 'unavailable' | 'ready' | 'fenced' | 'failed'

export type LifecycleEvent =
  | 'start'
  | 'loaded'
  | 'patience ended'
  | 'batch failed'
  | 'fenced'
  | 'unsound'
  | 'stop'

const transitions: Readonly<Record<Phase, Partial<Record<LifecycleEvent, Phase>>>> = {
  stopped: { start: 'recovering' },
  recovering: {
    loaded: 'ready',
    'patience ended': 'unavailable',
    fenced: 'fenced',
    unsound: 'failed',
    stop: 'stopped',
  },
  unavailable: { loaded: 'ready', fenced: 'fenced', unsound: 'failed', stop: 'stopped' },
  ready: { 'batch failed': 'recovering', fenced: 'fenced', stop: 'stopped' },
  fenced: { stop: 'stopped' },
  failed: { stop: 'stopped' },
}

/** The phase after an event; the same where the event means nothing. */
export const phaseAfter = (phase: Phase, event: LifecycleEvent): Phase => transitions[phase][event] ?? phase

/** Whether it is left by a new start of the process only. */
export const isOver = (phase: Phase): boolean => phase === 'fenced' || phase === 'failed'

/** Whether an action may wait for its turn. */
export const takesActions = (phase: Phase): boolean => phase === 'ready' || phase === 'recovering'

/** Whether the state is being read from the database, again and again until it answers. */
export const isLoading = (phase: Phase): boolean => phase === 'recovering' || phase === 'unavailable'
