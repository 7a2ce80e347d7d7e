import type { Translation } from '../areas.ts'
import type { en } from './en.ts'

export const ydl: Translation<typeof en> = {
  title: 'Dati personali',
  change_picture: 'Cambia foto',
  copy_uid: 'Copia UID',
  copied: 'Copiato',
  nickname: 'Soprannome',
  nickname_note: 'Da 2 a 10 lettere o cifre.',
  signature: 'Firma',
  signature_note: 'Da 2 a 30 caratteri, accanto al tuo nome dove gli altri lo vedono.',
  not_set: 'Non impostato',
  customer_since: 'Cliente dal',
  save: 'Salva',
  security: 'Sicurezza',
  login_password: 'Password di accesso',
  change: 'Cambia',
  add: 'Aggiungi',
  bind_email: 'Email',
  bind_mobile: 'Numero di cellulare',
  bind_note: 'Gli inviamo un codice. La tua password conferma la modifica.',
  contact_saved: 'Salvato',
  sessions: 'Dove hai effettuato l’accesso',
  this_device: 'Questo dispositivo',
  end_session: 'Disconnetti',
  end_session_of: 'Disconnetti {device}',
  end_all: 'Disconnetti gli altri dispositivi',
}
