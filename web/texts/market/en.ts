/** The market lists, search, and what is said of an instrument. */
export const en = {
  classes: 'Markets',
  class_100: 'Favorites',
  class_0: 'Forex',
  class_6: 'Stocks',
  class_3: 'Futures',
  class_2: 'Crypto',
  class_9: 'ETF',
  name_volume: 'Name / 24 h volume',
  last_price: 'Last price',
  change_24h: '24 h',
  sort_by: 'Sort by {column}',
  closed: 'Closed',
  opens_at: 'Opens {time}',
  open_until: 'Open until {time}',
  always_open: 'Open 24/7',
  no_favourites: 'No favorites yet',
  no_favourites_why: 'Hold a row in any list, or tap the star on an instrument’s page.',
  add_favourite: 'Add to favorites',
  remove_favourite: 'Remove from favorites',
  search: 'Search markets',
  search_hint: 'Name, symbol or alias',
  search_cancel: 'Cancel',
  matches_one: '{count} match in all markets',
  matches_other: '{count} matches in all markets',
  no_match: 'Nothing found',
  no_match_why: 'Try a symbol such as BTC, or a name such as gold.',
  recent: 'Recent',
  most_traded: 'Most traded',
  forget: 'Forget {name}',
} as const

declare module '../areas.ts' {
  interface Areas {
    market: typeof en
  }
}
