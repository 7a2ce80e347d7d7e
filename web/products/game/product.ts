import type { Product } from '../product.ts'

/** The price game: a guess an hour, for points. */
export const game: Product = {
  name: 'game',
  pages: { 'pages/game/game': () => import('./game-page.tsx') },
  texts: ['game_pages'],
  menu: [{ label: 'game.menu', page: 'pages/game/game' }],
}
