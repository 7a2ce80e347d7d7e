import type { PositionView } from '#domain/contract/contract.ts'
import type { Direction } from '#domain/contract/rules.ts'
import type { Translate } from '#web/texts/texts.ts'

/** How contracts are called wherever they are shown. */

/** The side of the market that a direction opens on: buttons and tags take its color. */
export const sideOf = (direction: Direction): 'buy' | 'sell' => (direction === 'long' ? 'buy' : 'sell')

/** A position in few words. @example 'Long 10×' */
export const directionText = (
  { direction, leverage }: Pick<PositionView, 'direction' | 'leverage'>,
  t: Translate,
): string => `${t(`contract_pages.side_${direction}`)} ${leverage}×`

/** Whom a position copies; undefined of an own one. @example 'Copy of Anna' */
export const copyText = (
  { relationId, leadName }: Pick<PositionView, 'relationId' | 'leadName'>,
  t: Translate,
): string | undefined =>
  relationId === null
    ? undefined
    : leadName === null
      ? t('contract_pages.copy')
      : t('contract_pages.copy_of', { name: leadName })

/** Why a position ended, by the part of its key. */
const endings = {
  user: 'user',
  'take-profit': 'take_profit',
  'stop-loss': 'stop_loss',
  liquidation: 'liquidation',
  lead: 'lead',
  'copy-stop': 'copy_stop',
  exposure: 'exposure',
  halted: 'halted',
  'own-limits': 'own_limits',
} as const

/** Why a position ended. @example 'stop loss' */
export const endText = (reason: NonNullable<PositionView['reason']>, t: Translate): string =>
  t(`contract_pages.reason_${endings[reason]}`)
