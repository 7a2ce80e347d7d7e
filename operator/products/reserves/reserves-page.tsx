import { consoleReserves, proposeColdAddress } from '#domain/reserves/console.ts'
import { LOOK_EVERY_MS, OLD_AFTER_MS } from '#domain/reserves/rules.ts'
import { MINUTE_MS } from '#domain/time.ts'
import { useApiQuery } from '#web/app/use-api.ts'
import { Button } from '#web/ui/button.tsx'
import { useMay } from '../../app/session.ts'
import { momentUtc } from '../../format.ts'
import { PendingProposals } from '../../pages/proposal-table.tsx'
import { t } from '../../texts.ts'
import { ChoosableTable } from '../../ui/choosable-table.tsx'
import { Page, Section } from '../../ui/page.tsx'
import { Answered, Nothing } from '../../ui/states.tsx'
import { useChosen } from '../../ui/use-chosen.ts'
import { WholeTable } from '../../ui/whole-table.tsx'
import { AddressPanel } from './address-panel.tsx'
import { addressColumns, currencyColumns, lineColumns } from './columns.tsx'
import { AddressForm, FeeForm, RetireForm } from './forms.tsx'
import { LinePanel } from './line-panel.tsx'
import { addressKey, type ChainReserves, lineKey, type Reserves } from './types.ts'

const RESERVES_EVERY_MS = 15_000

/** What the platform's addresses have on chains beside what should be there, and which addresses count. */
export function ReservesPage() {
  const call = useApiQuery(consoleReserves, {}, { refetchMs: RESERVES_EVERY_MS })
  const [at, choose] = useChosen()
  const mayPropose = useMay(proposeColdAddress) && (call.data?.chains.length ?? 0) > 0
  return (
    <Page
      title={t('reserves.title')}
      summary={t('reserves.summary')}
      actions={
        mayPropose && (
          <>
            <Button size="small" onClick={() => choose('fee')}>
              {t('reserves.fee')}
            </Button>
            {call.data?.chains.some(({ isLookedAt }) => isLookedAt) && (
              <Button size="small" kind={at ? 'plain' : 'primary'} onClick={() => choose('add')}>
                {t('reserves.add')}
              </Button>
            )}
          </>
        )
      }
      panel={call.data && <ChosenPanel reserves={call.data} />}
    >
      <Answered call={call}>
        {(reserves) => (
          <>
            <Notes chains={reserves.chains} />
            <PendingProposals title={t('reserves.pending')} pending={reserves.pending} />
            <Section
              title={t('reserves.chains')}
              text={t('reserves.chains_text', { minutes: LOOK_EVERY_MS / MINUTE_MS })}
            >
              <ChoosableTable
                name="reserves"
                empty={{ title: t('reserves.no_chains'), text: t('reserves.no_chains_text') }}
                label={t('reserves.chains')}
                columns={lineColumns}
                rows={reserves.chains.filter(({ isLookedAt }) => isLookedAt).flatMap(({ lines }) => lines)}
                keyOf={lineKey}
              />
            </Section>
            <Section title={t('reserves.addresses')} text={t('reserves.addresses_text')}>
              <ChoosableTable
                name="cold-addresses"
                empty={{ title: t('reserves.no_addresses'), text: t('reserves.no_addresses_text') }}
                label={t('reserves.addresses')}
                columns={addressColumns}
                rows={reserves.addresses}
                keyOf={addressKey}
              />
            </Section>
            <Currencies reserves={reserves} />
          </>
        )}
      </Answered>
    </Page>
  )
}

/** What keeps the figures from being of now, chain by chain; nothing where nothing does. */
function Notes({ chains }: { chains: readonly ChainReserves[] }) {
  const notes = chains.flatMap((one) => noteOf(one) ?? [])
  if (notes.length === 0) return null
  return (
    <ul className="flex flex-col gap-1 px-5 pt-5 text-13 text-gold">
      {notes.map((note) => (
        <li key={note}>{note}</li>
      ))}
    </ul>
  )
}

function noteOf({ chain, isLookedAt, silentSinceMs, lines }: ChainReserves): string | undefined {
  if (!isLookedAt) return t('reserves.not_possible', { chain })
  const look = lines[0]?.look
  if (silentSinceMs !== null) {
    const said = { chain, time: momentUtc(silentSinceMs) }
    return look ? t('reserves.silent', said) : t('reserves.silent_never', said)
  }
  if (!look) return t('reserves.never', { chain })
  if (!look.isOld) return undefined
  return t('reserves.old', { chain, time: momentUtc(look.atMs), minutes: OLD_AFTER_MS / MINUTE_MS })
}

function Currencies({ reserves: { currencies, owedAtMs } }: { reserves: Reserves }) {
  const owed =
    owedAtMs === null ? t('reserves.owed_never') : t('reserves.owed_at', { time: momentUtc(owedAtMs) })
  return (
    <Section title={t('reserves.currencies')} text={`${t('reserves.currencies_text')} ${owed}`}>
      {currencies.length === 0 ? (
        <Nothing title={t('reserves.nothing_owed')} />
      ) : (
        <WholeTable
          name="reserves-currencies"
          label={t('reserves.currencies')}
          columns={currencyColumns}
          rows={currencies}
          keyOf={({ currency }) => currency}
        />
      )}
    </Section>
  )
}

/** What the URL names: `add`, `fee`, a line, or a cold address and what to do with it. */
function ChosenPanel({ reserves }: { reserves: Reserves }) {
  const [at = '', choose] = useChosen()
  const close = () => choose(undefined)
  const chains = reserves.chains.map(({ chain }) => chain)
  const lookedAt = reserves.chains.flatMap(({ chain, isLookedAt }) => (isLookedAt ? [chain] : []))
  if (at === 'add' && lookedAt.length > 0) return <AddressForm chains={lookedAt} onClose={close} />
  if (at === 'fee' && chains.length > 0) return <FeeForm chains={chains} onClose={close} />
  const line = reserves.chains.flatMap(({ lines }) => lines).find((one) => lineKey(one) === at)
  if (line) return <LinePanel line={line} onClose={close} />
  const address = reserves.addresses.find(
    (one) => at === addressKey(one) || at === `${addressKey(one)}:retire`,
  )
  if (!address) return null
  const back = () => choose(addressKey(address))
  if (at.endsWith(':retire')) return <RetireForm address={address} onClose={back} />
  return (
    <AddressPanel
      address={address}
      onRetire={() => choose(`${addressKey(address)}:retire`)}
      onClose={close}
    />
  )
}
