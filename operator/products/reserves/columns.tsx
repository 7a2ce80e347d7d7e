import { trimFraction } from '#domain/money/group-digits.ts'
import { amount, isZero, signed } from '#web/format/number.ts'
import { dateTimeUtc, shortHash } from '../../format.ts'
import { t } from '../../texts.ts'
import { type Column, Two } from '../../ui/table.tsx'
import type { ColdAddress, CurrencyReserves, Line, Looked } from './types.ts'

/** The tables of the reserves. */

/** What a comparison came to, in words. */
export const resultText = ({ result, missing }: Looked): string =>
  t(`reserves.result_${result}`, { missing: amount(missing) })

/** A difference with its sign; zero without one. */
export const differenceText = (difference: string): string =>
  isZero(difference) ? '0' : signed(trimFraction(difference, 2))

const amountOfLook = (title: string, field: 'expected' | 'found'): Column<Line> => ({
  title,
  align: 'right',
  value: ({ look }) => look?.[field] ?? '',
  cell: ({ look }) => (look ? amount(look[field]) : <None />),
})

const None = () => <span className="text-t3">–</span>

export const lineColumns: readonly Column<Line>[] = [
  {
    title: t('reserves.asset'),
    value: ({ currency, chain }) => `${currency} ${chain}`,
    cell: ({ currency, chain }) => <Two isStrong first={currency} second={chain} />,
  },
  amountOfLook(t('reserves.expected'), 'expected'),
  amountOfLook(t('reserves.found'), 'found'),
  {
    title: t('reserves.difference'),
    align: 'right',
    value: ({ look }) => look?.difference ?? '',
    cell: ({ look }) => (look ? differenceText(look.difference) : <None />),
  },
  {
    title: t('reserves.result'),
    value: ({ look }) => (look ? resultText(look) : ''),
    cell: ({ look }) =>
      look ? (
        <span className={look.result === 'missing' ? 'text-danger' : undefined}>{resultText(look)}</span>
      ) : (
        <span className="text-t3">{t('reserves.not_looked')}</span>
      ),
  },
  {
    title: t('reserves.look'),
    align: 'right',
    value: ({ look }) => (look ? dateTimeUtc(look.atMs) : ''),
    cell: ({ look }) =>
      look ? (
        <Two
          first={<span className={look.isOld ? 'text-gold' : 'text-t2'}>{dateTimeUtc(look.atMs)}</span>}
          second={t('reserves.at_block', { height: look.height })}
        />
      ) : (
        <None />
      ),
  },
]

const currencyAmount = (
  title: string,
  field: 'recorded' | 'elsewhere',
  isWide = false,
): Column<CurrencyReserves> => ({
  ...{ title, isWide, align: 'right' },
  value: (row) => row[field],
  cell: (row) => amount(row[field]),
})

export const currencyColumns: readonly Column<CurrencyReserves>[] = [
  {
    title: t('reserves.currency'),
    value: ({ currency }) => currency,
    cell: ({ currency }) => <span className="font-semibold">{currency}</span>,
  },
  {
    ...{ title: t('reserves.owed'), align: 'right' },
    value: ({ owed }) => owed ?? '',
    cell: ({ owed }) =>
      owed === null ? <span className="text-t3">{t('reserves.not_published')}</span> : amount(owed),
  },
  currencyAmount(t('reserves.recorded'), 'recorded'),
  {
    ...{ title: t('reserves.found_on_chains'), align: 'right' },
    value: ({ found }) => found ?? '',
    cell: ({ found, hasChain }) =>
      found === null ? (
        <span className="text-t3">{hasChain ? t('reserves.not_looked') : t('reserves.no_chain')}</span>
      ) : (
        amount(found)
      ),
  },
  currencyAmount(t('reserves.elsewhere'), 'elsewhere', true),
  {
    ...{ title: t('reserves.coverage'), align: 'right' },
    value: ({ coverageBps }) => (coverageBps === null ? '' : String(coverageBps)),
    cell: ({ coverageBps, found, owed }) => {
      if (coverageBps !== null) return `${amount((coverageBps / 100).toFixed(2))}%`
      if (found === null) return <None />
      return (
        <span className="text-t3">
          {owed === null ? t('reserves.not_published') : t('reserves.nothing_owed')}
        </span>
      )
    },
  },
]

export const stateText = ({ isWatched }: ColdAddress): string =>
  isWatched ? t('reserves.watched') : t('reserves.retired')

export const addressColumns: readonly Column<ColdAddress>[] = [
  {
    title: t('reserves.label'),
    value: ({ label }) => label,
    cell: ({ label, chain }) => <Two isStrong first={label} second={chain} />,
  },
  {
    title: t('reserves.address'),
    value: ({ address }) => address,
    cell: ({ address }) => <span className="figures whitespace-nowrap">{shortHash(address)}</span>,
  },
  {
    title: t('reserves.since'),
    value: ({ sinceMs }) => (sinceMs === null ? '' : dateTimeUtc(sinceMs)),
    cell: ({ sinceMs }) => (
      <span className="whitespace-nowrap text-t2">{sinceMs === null ? '' : dateTimeUtc(sinceMs)}</span>
    ),
  },
  {
    ...{ title: t('reserves.state'), align: 'right' },
    value: stateText,
    cell: (address) => (
      <span className={address.isWatched ? undefined : 'text-t3'}>{stateText(address)}</span>
    ),
  },
]
