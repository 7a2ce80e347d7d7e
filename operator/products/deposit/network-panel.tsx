import {
  type ConsoleNetwork,
  closeNetwork,
  proposeNetworkOpening,
  proposeNetworkTerms,
} from '#domain/deposit/console.ts'
import { networkLabel } from '#domain/deposit/networks.ts'
import { type Direction, directions, MAX_CONFIRMATIONS } from '#domain/deposit/rules.ts'
import { grouped } from '#web/format/number.ts'
import { Button } from '#web/ui/button.tsx'
import { KeyValue } from '#web/ui/key-value.tsx'
import { useMay } from '../../app/session.ts'
import { amountText, momentUtc } from '../../format.ts'
import { t } from '../../texts.ts'
import { CountField } from '../../ui/count-field.tsx'
import { Decision, useDecisionChoice } from '../../ui/decision.tsx'
import { Panel } from '../../ui/panel.tsx'
import { ProposalForm } from '../../ui/proposal-form.tsx'
import { TermAmountField } from '../../ui/term-field.tsx'

/** One network with all that is in force on it; `act` in the URL names the form that is open. */
export function NetworkPanel({
  network,
  act,
  onAct,
  onClose,
}: {
  network: ConsoleNetwork
  act: string | undefined
  onAct(what: string | undefined): void
  onClose(): void
}) {
  const back = () => onAct(undefined)
  const opened = directions.find((direction) => act === `open-${direction}`)
  if (act === 'terms') return <TermsForm network={network} onClose={back} />
  if (opened) return <OpeningForm network={network} direction={opened} onClose={back} />
  return <Details network={network} onAct={onAct} onClose={onClose} />
}

const nameOf = (direction: Direction) =>
  t(direction === 'deposit' ? 'deposit.network_deposits' : 'deposit.network_withdrawals')

function Details({
  network,
  onAct,
  onClose,
}: {
  network: ConsoleNetwork
  onAct(what: string): void
  onClose(): void
}) {
  const mayClose = useMay(closeNetwork)
  const mayPropose = useMay(proposeNetworkTerms)
  const closings = {
    deposit: useClosing(network, 'deposit'),
    withdrawal: useClosing(network, 'withdrawal'),
  }
  const choices = directions.flatMap((direction) => (network[direction].isOpen ? [closings[direction]] : []))
  return (
    <Panel
      title={t('deposit.network_column')}
      onClose={onClose}
      foot={
        mayClose &&
        choices.length > 0 && <Decision note={t('deposit.network_close_note')} choices={choices} />
      }
    >
      <p className="mb-4 text-20 font-semibold">{networkLabel(network.network)}</p>
      {mayPropose && (
        <div className="mb-4 flex flex-col gap-3">
          <Button size="small" onClick={() => onAct('terms')}>
            {t('deposit.network_change')}
          </Button>
          {directions.map(
            (direction) =>
              !network[direction].isOpen && (
                <Button key={direction} size="small" onClick={() => onAct(`open-${direction}`)}>
                  {t(
                    direction === 'deposit'
                      ? 'deposit.network_open_deposits'
                      : 'deposit.network_open_withdrawals',
                  )}
                </Button>
              ),
          )}
        </div>
      )}
      <KeyValue ruled lines={linesOf(network)} />
    </Panel>
  )
}

const useClosing = ({ network }: ConsoleNetwork, direction: Direction) =>
  useDecisionChoice(closeNetwork, {
    label: t(
      direction === 'deposit' ? 'deposit.network_close_deposits' : 'deposit.network_close_withdrawals',
    ),
    input: { network, direction },
    done: t(
      direction === 'deposit' ? 'deposit.network_deposits_closed' : 'deposit.network_withdrawals_closed',
      {
        network: networkLabel(network),
      },
    ),
  })

function stateText({ isOpen, sinceMs }: ConsoleNetwork['deposit']) {
  if (sinceMs === null) return t('deposit.network_open')
  const time = momentUtc(sinceMs)
  return isOpen ? (
    t('deposit.network_open_since', { time })
  ) : (
    <strong className="text-danger">{t('deposit.network_closed_since', { time })}</strong>
  )
}

/** Several lines under one name. */
const listed = (lines: readonly string[], none: string) =>
  lines.length === 0
    ? none
    : lines.map((line) => (
        <span key={line} className="block wrap-anywhere">
          {line}
        </span>
      ))

function linesOf(network: ConsoleNetwork) {
  const { currency, height, minimum, confirmations, leastConfirmations, reference, sinceMs } = network
  const ways = network.waysOut.map((way) => {
    const terms = { fee: amountText(way.fee, way.currency), minimum: amountText(way.minimum, way.currency) }
    return `${way.currency}: ${t(way.isPaused ? 'deposit.network_way_paused' : 'deposit.network_way', terms)}`
  })
  const addresses = network.addresses.map(({ address, ...one }) =>
    t('deposit.network_address', { address, minimum: amountText(one.minimum, one.currency) }),
  )
  return [
    ...directions.map((direction) => ({ name: nameOf(direction), value: stateText(network[direction]) })),
    {
      name: t('deposit.network_confirmations'),
      value: t('deposit.network_confirmations_of', { confirmations, least: leastConfirmations }),
    },
    {
      name: t('deposit.network_minimum'),
      value: listed(
        network.leastDeposits.map((one) => amountText(one.minimum, one.currency)),
        currency === null
          ? t('deposit.network_not_offered')
          : t('deposit.network_not_offered_of', { currency }),
      ),
    },
    minimum !== null &&
      currency !== null && {
        name: t('deposit.network_form_minimum'),
        value:
          height === null
            ? t('deposit.network_minimum_later', { minimum: amountText(minimum, currency) })
            : amountText(minimum, currency),
      },
    {
      name: t('deposit.network_since'),
      value:
        sinceMs === null || reference === null
          ? t('deposit.network_first')
          : `${momentUtc(sinceMs)}, ${t('deposit.address_by', { reference })}`,
    },
    {
      name: `${t('deposit.network_chain')}, ${network.chain}`,
      value:
        height === null
          ? t('deposit.network_not_followed')
          : t('deposit.network_followed', { height: grouped(String(height)) }),
    },
    { name: t('deposit.network_counting'), value: String(network.confirming) },
    {
      name: t('deposit.network_addresses'),
      value: listed(addresses, t('deposit.network_no_addresses')),
    },
    { name: t('deposit.network_ways'), value: listed(ways, t('deposit.network_no_ways')) },
  ]
}

/** Other confirmations, and where its chain can be followed another minimum, for two operators to decide. */
const TermsForm = ({ network, onClose }: { network: ConsoleNetwork; onClose(): void }) => (
  <ProposalForm
    endpoint={proposeNetworkTerms}
    panel={t('deposit.network_change')}
    title={networkLabel(network.network)}
    text={t('deposit.network_change_text')}
    inputOf={(typed) => ({ ...typed, network: network.network })}
    allowed={{
      confirmations: t('deposit.network_allowed', {
        least: network.leastConfirmations,
        most: MAX_CONFIRMATIONS,
      }),
      minimum: t('deposit.network_above_zero'),
    }}
    onClose={onClose}
  >
    <CountField
      label={t('deposit.network_confirmations')}
      name="confirmations"
      value={network.confirmations}
      hint={t('deposit.network_least', { least: network.leastConfirmations })}
    />
    {network.minimum !== null && network.currency !== null && (
      <TermAmountField
        label={t('deposit.network_form_minimum')}
        name="minimum"
        present={network.minimum}
        decimals={0}
        currency={network.currency}
      />
    )}
  </ProposalForm>
)

function OpeningForm({
  network: { network },
  direction,
  onClose,
}: {
  network: ConsoleNetwork
  direction: Direction
  onClose(): void
}) {
  return (
    <ProposalForm
      endpoint={proposeNetworkOpening}
      panel={t('deposit.network_kind_open')}
      title={t(
        direction === 'deposit'
          ? 'deposit.network_open_deposits_title'
          : 'deposit.network_open_withdrawals_title',
        { network: networkLabel(network) },
      )}
      text={t('deposit.network_open_text')}
      inputOf={(typed) => ({ ...typed, network, direction })}
      onClose={onClose}
    >
      {null}
    </ProposalForm>
  )
}
