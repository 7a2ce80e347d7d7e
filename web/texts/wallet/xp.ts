import type { Translation } from '../areas.ts'
import type { en } from './en.ts'

export const xp: Translation<typeof en> = {
  nothing_moved: 'No ha salido nada de tu cuenta.',
  outcome_unknown: 'Aún sin respuesta',
  outcome_unknown_why: 'Aún no sabemos si llegó.',
  not_twice: 'Reintentar no puede hacerlo dos veces.',
  checked: 'Comprobado',
}
