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
  PRICE_INVALID: 'Inserisci un prezzo corretto',
  PRICE_OFF_TICK: 'Il prezzo si muove a passi di {tick}. Il più vicino è {nearest}',
  PRICE_OUT_OF_RANGE: 'Il prezzo è troppo lontano dal mercato: è ammesso tra {lowest} e {highest}',
  QUANTITY_OFF_STEP: 'La quantità si muove a passi di {step} {currency}. La più vicina è {nearest}',
  QUANTITY_TOO_LARGE: 'L’ordine massimo è di {maximum} {currency}',
  NOTIONAL_TOO_SMALL: 'L’ordine minimo vale {minimum} {currency}: {nearest} {base} a questo prezzo',
  POST_ONLY_CONFLICT: 'Post-only vale per ordini limite che possono attendere nel book',
  MARKET_ORDER_HAS_PRICE: 'Un ordine a mercato non ha prezzo',
  PRICE_STALE: 'Non c’è un prezzo attuale per {symbol}. Riprova tra poco',
  MARKET_CLOSED: 'Il mercato di {symbol} è chiuso',
  NO_LIQUIDITY: 'Nessuno offre {symbol} in questo momento',
  TOO_MANY_OPEN_ORDERS: 'Possono essere aperti al massimo {maximum} ordini per strumento',
  ORDER_NOT_FOUND: 'Questo ordine non esiste',
  ORDER_NOT_CANCELABLE: 'Questo ordine non può più essere annullato',

  // locked deposits
  LOCKED_CLOSED: 'Questo prodotto è chiuso ai nuovi ordini',
  LOCKED_TERMS_CHANGED: 'Le condizioni di questo prodotto sono cambiate. Le ricontrolli',
  LOCKED_SOLD_OUT: 'In questo prodotto restano solo {left} {currency}',
  LOCKED_NOT_REDEEMABLE: 'Questo ordine è terminato e non può essere riscattato',
  LOCKED_QUOTE_EXPIRED: 'La quotazione è scaduta. Ne richieda una nuova',
  LOCKED_TERMS_INVALID: 'Queste condizioni non sono ammesse: {field}',
  LOCKED_CAP_BELOW_TAKEN:
    'Il limite totale non può essere inferiore a quanto già sottoscritto, {taken} {currency}',

  // operator console
  OPERATOR_SIGN_IN_FAILED: 'Email, password o codice errati',
  OPERATOR_ROLE_REQUIRED: 'I suoi ruoli non consentono questa operazione',
  PROPOSAL_NOT_PENDING: 'Questa proposta è già stata decisa',
  PROPOSAL_IS_YOURS: 'Ciò che ha proposto deve essere verificato da un’altra persona',
  PROPOSAL_NOT_YOURS: 'Solo chi ha fatto la proposta può ritirarla',
  PROPOSAL_EXISTS: 'Esiste già una proposta in attesa per questo',
}
