import type { Translation } from '../areas.ts'
import type { en } from './en.ts'

export const ydl: Translation<typeof en> = {
  classes: 'Mercati',
  class_100: 'Preferiti',
  class_0: 'Valute',
  class_6: 'Azioni',
  class_3: 'Futures',
  class_2: 'Cripto',
  class_9: 'ETF',
  name_volume: 'Nome / volume 24 h',
  last_price: 'Prezzo',
  change_24h: '24 h',
  sort_by: 'Ordina per {column}',
  closed: 'Chiuso',
  opens_at: 'Apre alle {time}',
  open_until: 'Aperto fino alle {time}',
  always_open: 'Aperto 24/7',
  no_favourites: 'Ancora nessun preferito',
  no_favourites_why:
    'Tieni premuta una riga di qualsiasi lista o tocca la stella nella pagina dello strumento.',
  add_favourite: 'Aggiungi ai preferiti',
  remove_favourite: 'Rimuovi dai preferiti',
  search: 'Cerca mercati',
  search_hint: 'Nome, simbolo o alias',
  search_cancel: 'Annulla',
  matches_one: '{count} risultato in tutti i mercati',
  matches_other: '{count} risultati in tutti i mercati',
  no_match: 'Nessun risultato',
  no_match_why: 'Prova con un simbolo come BTC o un nome come Gold.',
  recent: 'Recenti',
  forget: 'Dimentica {name}',
}
