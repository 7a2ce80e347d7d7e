import type { Messages } from './messages.ts'

export const ydl: Messages = {
  PARAMETER_ERROR: 'Errore nel parametro: {field}',
  BODY_TOO_LARGE: 'La richiesta è troppo grande',
  NOT_FOUND: 'Non trovato',
  METHOD_NOT_ALLOWED: 'Questa chiamata non accetta quel metodo',
  SESSION_EXPIRED: 'Accedi prima di continuare',
  KYC_REQUIRED: 'Completa la verifica dell’identità',
  TOO_MANY_REQUESTS: 'Troppi tentativi. Riprova tra {seconds} s',
  SERVICE_UNAVAILABLE:
    'Il servizio è momentaneamente non disponibile. Riprova: nulla viene eseguito due volte',
  INTERNAL: 'Qualcosa è andato storto da parte nostra. Non è stato eseguito nulla. Riferimento {reference}',
  IDEMPOTENCY_KEY_REUSED: 'Questa richiesta è già stata inviata con un altro contenuto',
  INSUFFICIENT_BALANCE: 'Saldo disponibile insufficiente',
  AMOUNT_INVALID: 'Inserisci un importo corretto',
  AMOUNT_TOO_PRECISE: '{currency} ammette al massimo {decimals} decimali',
  AMOUNT_TOO_SMALL: 'Il minimo è {minimum} {currency}',
  AMOUNT_TOO_LARGE: 'Il massimo è {maximum} {currency}',
  CURRENCY_UNKNOWN: 'Questa valuta non è disponibile',
  INSTRUMENT_UNKNOWN: 'Questo strumento non è disponibile',
}
