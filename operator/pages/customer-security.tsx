import type { ReactNode } from 'react'
import type { consoleCustomer } from '#domain/console/contract.ts'
import { MARGIN_CURRENCY } from '#domain/contract/terms.ts'
import type { OutputOf } from '#domain/endpoint.ts'
import { HOUR_MS, utcMinute } from '#domain/time.ts'
import { NIGHT_HOURS, type RailKind } from '#domain/user/guard-rails.ts'
import { KeyValue } from '#web/ui/key-value.tsx'
import { amountText, dateTimeUtc, dateUtc, momentUtc, timeUtc } from '../format.ts'
import { t } from '../texts.ts'
import { Section } from '../ui/page.tsx'
import { Nothing } from '../ui/states.tsx'
import type { Column } from '../ui/table.tsx'
import { WholeTable } from '../ui/whole-table.tsx'

type Customer = OutputOf<typeof consoleCustomer>
type Limit = Customer['security']['limits'][number]
type Payee = Customer['payees'][number]

const line = (name: string, value: ReactNode) => ({ name, value })
/** Several values of one name, each on a line of its own. */
const lines = (values: readonly string[]) =>
  values.map((value) => (
    <span key={value} className="block">
      {value}
    </span>
  ))

/** How the account is guarded, in short, beside everything else. */
export function SecuritySummary({ customer }: { customer: Customer }) {
  const { hasAuthenticator, passkeys } = customer.security
  const factors = [
    hasAuthenticator && t('customers.second_factor_app_short'),
    passkeys.length > 0 && t('customers.second_factor_passkey'),
  ].filter(Boolean)
  const active = customer.sessions.filter(({ endedAtMs }) => endedAtMs === null)
  return (
    <Section title={t('customers.security')}>
      <div className="px-5 py-2 [&_div]:text-13">
        <KeyValue
          lines={[
            line(t('customers.second_factor'), factors.join(', ') || t('customers.none_short')),
            line(t('customers.pay_password'), payPasswordText(customer)),
            line(t('customers.active_sessions'), String(active.length)),
            line(t('customers.withdrawals'), <Holds customer={customer} />),
          ]}
        />
      </div>
    </Section>
  )
}

/** All of it: the guards, the customer's own limits, where money can go, and the sessions. */
export function Security({ customer }: { customer: Customer }) {
  const { securityChangedAtMs, frozenSinceMs, sessions, payees } = customer
  const { hasAuthenticator, recoveryCodesLeft, passkeys, wallets, limits } = customer.security
  return (
    <>
      <div className="max-w-140 px-5 pt-4 [&_div]:text-13">
        <KeyValue
          lines={[
            line(
              t('customers.second_factor'),
              hasAuthenticator
                ? t('customers.second_factor_app', { count: recoveryCodesLeft })
                : t('customers.none_short'),
            ),
            line(
              t('customers.passkeys'),
              passkeys.length === 0 ? t('customers.none_short') : passkeyLines(passkeys),
            ),
            line(
              t('customers.wallets'),
              wallets.length === 0
                ? t('customers.none_short')
                : lines(
                    wallets.map(({ address, linkedAtMs }) =>
                      t('customers.wallets_text', { address, since: dateUtc(linkedAtMs) }),
                    ),
                  ),
            ),
            line(t('customers.pay_password'), payPasswordText(customer)),
            line(t('customers.withdrawals'), <Holds customer={customer} />),
            line(
              t('customers.security_changed'),
              securityChangedAtMs === null ? t('customers.never') : momentUtc(securityChangedAtMs),
            ),
            line(
              t('customers.frozen'),
              frozenSinceMs === null ? t('customers.frozen_no') : momentUtc(frozenSinceMs),
            ),
          ]}
        />
      </div>
      <Section title={t('customers.limits')} text={t('customers.limits_text')}>
        <WholeTable
          name="limits"
          label={t('customers.limits')}
          isDense
          columns={limitColumns}
          rows={limits}
          keyOf={({ kind }) => kind}
        />
      </Section>
      <Section title={t('customers.payees')}>
        {payees.length === 0 ? (
          <Nothing title={t('customers.payees_none')} />
        ) : (
          <WholeTable
            name="payees"
            label={t('customers.payees')}
            isDense
            columns={payeeColumns}
            rows={payees}
            keyOf={({ kind, id }) => `${kind} ${id}`}
          />
        )}
      </Section>
      <Section title={t('customers.sessions')}>
        {sessions.length === 0 ? (
          <Nothing title={t('customers.sessions_none')} />
        ) : (
          <WholeTable
            name="sessions"
            label={t('customers.sessions')}
            isDense
            columns={sessionColumns}
            rows={sessions}
            keyOf={(session) => session.id}
          />
        )}
      </Section>
    </>
  )
}

function payPasswordText({ hasPayPassword, security }: Customer): string {
  const { wrong, lockedUntilMs } = security.payPasswordTries
  if (!hasPayPassword) return t('customers.pay_password_unset')
  if (lockedUntilMs !== null) return t('customers.pay_password_locked', { time: momentUtc(lockedUntilMs) })
  return t('customers.pay_password_tries', { count: wrong })
}

/** How many, since when the first, and when one was used last. */
function passkeyLines(passkeys: Customer['security']['passkeys']): ReactNode {
  const used = passkeys.flatMap(({ usedAtMs }) => usedAtMs ?? [])
  return lines([
    t('customers.passkeys_text', { count: passkeys.length, since: dateUtc(passkeys[0]!.addedAtMs) }),
    used.length === 0
      ? t('customers.passkeys_unused')
      : t('customers.passkeys_used', { time: momentUtc(Math.max(...used)) }),
  ])
}

/** Whether withdrawals are open; otherwise what holds them, and until when. */
function Holds({ customer: { security } }: { customer: Customer }) {
  const holds = security.withdrawalHolds
  if (holds.length === 0) return t('customers.withdrawals_open')
  return holds.map(({ cause, untilMs }) => (
    <span key={cause} className="block">
      {untilMs === null
        ? t('customers.withdrawals_frozen')
        : t('customers.withdrawals_held', { time: momentUtc(untilMs) })}
      <span className="block text-12 text-t2">{t(`customers.hold_${cause}`)}</span>
    </span>
  ))
}

const hourOf = (hour: number): string => timeUtc((hour % 24) * HOUR_MS).slice(0, 5)

/** A limit in words. @example limitText('night', 23) // '22:00–06:00 UTC' */
function limitText(kind: RailKind, value: number): string {
  if (value === 0) return t('customers.limit_none')
  if (kind === 'leverage') return t('customers.limit_up_to', { limit: `${value}×` })
  if (kind === 'loss')
    return t('customers.limit_up_to', { limit: amountText(String(value), MARGIN_CURRENCY) })
  if (kind === 'payees') return t('customers.limit_payees_locked')
  return t('customers.limit_night_hours', { from: hourOf(value - 1), to: hourOf(value - 1 + NIGHT_HOURS) })
}

const nextText = ({ kind, next }: Limit): string =>
  next === null
    ? '–'
    : t('customers.limit_from', { value: limitText(kind, next.value), time: momentUtc(next.fromMs) })

const limitColumns: Column<Limit>[] = [
  {
    title: t('customers.limit_column'),
    value: ({ kind }) => t(`customers.limit_${kind}`),
    cell: ({ kind }) => t(`customers.limit_${kind}`),
  },
  {
    title: t('customers.limit_now'),
    value: ({ kind, value }) => limitText(kind, value),
    cell: ({ kind, value }) => (
      <span className={value === 0 ? 'text-t2' : 'figures font-semibold'}>{limitText(kind, value)}</span>
    ),
  },
  {
    title: t('customers.limit_next'),
    value: nextText,
    cell: (limit) => <span className="figures text-t2">{nextText(limit)}</span>,
  },
]

/** A column of times; `without` is said where there is none. */
const timeColumn = <Row,>(title: string, of: (row: Row) => number | null, without = ''): Column<Row> => ({
  title,
  value: (row) => {
    const ms = of(row)
    return ms === null ? without : dateTimeUtc(ms)
  },
  cell: (row) => {
    const ms = of(row)
    return ms === null ? without : <span className="figures whitespace-nowrap text-t2">{utcMinute(ms)}</span>
  },
})

const payeeName = ({ name, currency }: Payee): string =>
  [name ?? t('customers.payee_card'), currency].filter(Boolean).join(', ')
const payeeColumns: Column<Payee>[] = [
  {
    title: t('customers.column_payee'),
    value: payeeName,
    cell: (payee) => <span className="break-words">{payeeName(payee)}</span>,
  },
  { title: t('customers.column_network'), value: ({ network }) => network, cell: ({ network }) => network },
  {
    title: t('customers.column_where'),
    value: ({ shown }) => shown,
    cell: ({ shown }) => <span className="figures whitespace-nowrap">{shown}</span>,
  },
  timeColumn(t('customers.column_saved'), ({ savedAtMs }) => savedAtMs),
  timeColumn(t('customers.column_usable'), ({ usableAtMs }) => usableAtMs),
]

const sessionColumns: Column<Customer['sessions'][number]>[] = [
  { title: t('customers.column_device'), value: ({ device }) => device, cell: ({ device }) => device },
  {
    title: t('customers.column_ip'),
    value: ({ ip }) => ip,
    cell: ({ ip }) => <span className="figures break-all">{ip}</span>,
  },
  timeColumn(t('customers.column_begun'), ({ createdAtMs }) => createdAtMs),
  timeColumn(t('customers.column_seen'), ({ lastSeenAtMs }) => lastSeenAtMs),
  timeColumn(t('customers.column_ended'), ({ endedAtMs }) => endedAtMs, t('customers.active')),
]
