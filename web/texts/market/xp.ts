import type { Translation } from '../areas.ts'
import type { en } from './en.ts'

export const xp: Translation<typeof en> = {
  classes: 'Mercados',
  class_100: 'Favoritos',
  class_0: 'Divisas',
  class_6: 'Acciones',
  class_3: 'Futuros',
  class_2: 'Cripto',
  class_9: 'ETF',
  name_volume: 'Nombre / volumen 24 h',
  last_price: 'Precio',
  change_24h: '24 h',
  sort_by: 'Ordenar por {column}',
  closed: 'Cerrado',
  opens_at: 'Abre a las {time}',
  open_until: 'Abierto hasta las {time}',
  always_open: 'Abierto 24/7',
  no_favourites: 'Aún no hay favoritos',
  no_favourites_why:
    'Mantén pulsada una fila de cualquier lista o toca la estrella en la página del instrumento.',
  add_favourite: 'Añadir a favoritos',
  remove_favourite: 'Quitar de favoritos',
  search: 'Buscar mercados',
  search_hint: 'Nombre, símbolo o alias',
  search_cancel: 'Cancelar',
  matches_one: '{count} resultado en todos los mercados',
  matches_other: '{count} resultados en todos los mercados',
  no_match: 'Sin resultados',
  no_match_why: 'Prueba con un símbolo como BTC o un nombre como Gold.',
  recent: 'Recientes',
  forget: 'Olvidar {name}',
}
