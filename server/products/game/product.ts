import { gameConsoleEndpoints } from '#domain/game/console.ts'
import { gameBoard, gameEndpoints, gameRounds } from '#domain/game/contract.ts'
import type { Product } from '../product.ts'
import { auditGame, auditRounds } from './audit.ts'
import { gameConsoleRoutes } from './console.ts'
import { gameJobs } from './jobs.ts'
import { gameRoutes } from './routes.ts'
import { eraseGame, forgetPlayer } from './store.ts'

/** The price game: guesses of the price at the full hour, for points that are no money. */
export const game: Product = {
  name: 'game',
  endpoints: gameEndpoints,
  consoleEndpoints: gameConsoleEndpoints,
  keeps: [gameBoard, gameRounds],
  erase: eraseGame,
  forget: forgetPlayer,
  audit: auditGame,
  auditResults: (db, { newest }) => auditRounds(db, newest),
  testing: () => import('./testing.ts').then(({ gameTesting }) => gameTesting),
  open: ({ db, clock, markets }) => ({
    routes: gameRoutes(markets),
    consoleRoutes: gameConsoleRoutes,
    jobs: gameJobs({ db, clock, markets }),
  }),
}
