import { Dices, UserRound } from 'lucide-react'
import { consolePlayers, consoleRounds } from '#domain/game/console.ts'
import { t } from '../../texts.ts'
import type { Product } from '../product.ts'
import { PlayersPage } from './players-page.tsx'
import { RoundsPage } from './rounds-page.tsx'

/** The price game: its rounds with the ticks that decided them, and the names on its board. */
export const game: Product = {
  name: 'game',
  title: t('game.title'),
  pages: [
    {
      ...{ path: '/game', name: t('game.rounds'), icon: Dices },
      ...{ component: RoundsPage, endpoint: consoleRounds },
    },
    {
      ...{ path: '/game/players', name: t('game.players'), icon: UserRound },
      ...{ component: PlayersPage, endpoint: consolePlayers },
    },
  ],
}
