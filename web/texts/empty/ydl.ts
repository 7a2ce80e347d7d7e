import type { Translation } from '../areas.ts'
import type { en } from './en.ts'

export const ydl: Translation<typeof en> = {
  title: 'Wallet',
  no_wallet: 'Nessun wallet in questo browser',
  no_wallet_why: 'Apri Plumb nel browser del tuo wallet oppure accedi con email o cellulare.',
}
