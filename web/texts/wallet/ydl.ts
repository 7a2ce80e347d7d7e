import type { Translation } from '../areas.ts'
import type { en } from './en.ts'

export const ydl: Translation<typeof en> = {
  nothing_moved: 'Nulla è uscito dal tuo conto.',
  outcome_unknown: 'Ancora nessuna risposta',
  outcome_unknown_why: 'Non sappiamo ancora se è arrivata.',
  not_twice: 'Riprovare non può farlo due volte.',
  checked: 'Verificato',
}
