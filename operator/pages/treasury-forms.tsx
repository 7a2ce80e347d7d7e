import { type FormEvent, type ReactNode, useState } from 'react'
import type { ProposalView } from '#domain/console/contract.ts'
import { proposeDepositAddress } from '#domain/deposit/console.ts'
import { currencies } from '#domain/money/currencies.ts'
import { proposePlatformFunding, proposeTreasuryMove } from '#domain/treasury/console.ts'
import { canMove, platformFundNames, platformFunds } from '#domain/treasury/funds.ts'
import { toast } from '#web/app/toast.ts'
import { useApiMutation } from '#web/app/use-api.ts'
import { networkOf, networksOfAddress } from '#web/features/deposit/networks.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { t } from '../texts.ts'
import { Choice } from '../ui/choice.tsx'
import { Panel } from '../ui/panel.tsx'
import { Refused } from '../ui/states.tsx'
import { TextArea } from '../ui/text-area.tsx'
import type { PayTo } from './treasury.tsx'

/** Money of the platform's own that has arrived, for somebody else to find too. */
export function FundForm({ currency = 'USDT', onClose }: { currency?: string; onClose(): void }) {
  const propose = useApiMutation(proposePlatformFunding)
  return (
    <ProposalForm
      title={t('platform.fund')}
      text={t('platform.form_fund_text')}
      sending={propose}
      onSubmit={(text) =>
        propose.send({
          currency: text('currency'),
          amount: text('amount'),
          txReference: text('txReference'),
          reason: text('reason'),
        })
      }
      onClose={onClose}
    >
      <Choice
        label={t('platform.form_currency')}
        name="currency"
        options={currencyOptions}
        value={currency}
      />
      <Field
        label={t('platform.form_arrived')}
        name="amount"
        inputMode="decimal"
        autoComplete="off"
        required
      />
      <Field
        label={t('platform.form_transaction')}
        name="txReference"
        autoComplete="off"
        spellCheck={false}
        required
      />
    </ProposalForm>
  )
}

/** From one of the platform's funds to another. */
export function MoveForm({ currency, onClose }: { currency: string; onClose(): void }) {
  const propose = useApiMutation(proposeTreasuryMove)
  return (
    <ProposalForm
      title={t('platform.move')}
      text={t('platform.form_move_text')}
      sending={propose}
      onSubmit={(text) => {
        const { from, to } = ways.find(({ id }) => id === text('way'))!
        return propose.send({ currency, amount: text('amount'), from, to, reason: text('reason') })
      }}
      onClose={onClose}
    >
      <Choice label={t('platform.form_route')} name="way" options={ways} value={ways[0]!.id} />
      <Field
        label={t('platform.form_amount')}
        name="amount"
        inputMode="decimal"
        autoComplete="off"
        required
        end={<span className="text-13 text-t2">{currency}</span>}
      />
    </ProposalForm>
  )
}

/** Where customers pay to: a new account, or another in the place of one. */
export function AddressForm({ account, onClose }: { account?: PayTo; onClose(): void }) {
  const propose = useApiMutation(proposeDepositAddress)
  const [network, setNetwork] = useState(account?.network ?? '')
  const [address, setAddress] = useState('')
  return (
    <ProposalForm
      title={account ? t('platform.replace') : t('platform.publish')}
      text={t('platform.form_address_text')}
      sending={propose}
      onSubmit={(text) =>
        propose.send({
          currency: account?.currency ?? text('currency'),
          network,
          address,
          minimum: text('minimum'),
          reason: text('reason'),
        })
      }
      onClose={onClose}
    >
      {account ? (
        <p className="text-15">
          {account.currency}, {account.network}
        </p>
      ) : (
        <>
          <Choice
            label={t('platform.form_currency')}
            name="currency"
            options={currencyOptions}
            value="USDT"
          />
          <Field
            label={t('platform.form_network')}
            autoComplete="off"
            spellCheck={false}
            required
            hint={t('platform.form_network_hint')}
            value={network}
            onChange={(event) => setNetwork(event.target.value)}
          />
        </>
      )}
      <Field
        label={t('platform.form_address')}
        autoComplete="off"
        spellCheck={false}
        required
        hint={
          isUnlike(address, network)
            ? t('platform.form_unlike', { network: networkOf(network).name })
            : undefined
        }
        value={address}
        onChange={(event) => setAddress(event.target.value)}
      />
      <Field
        label={t('platform.form_minimum')}
        name="minimum"
        inputMode="decimal"
        autoComplete="off"
        required
        defaultValue={account?.minimum}
      />
    </ProposalForm>
  )
}

/** Whether a network's addresses are known to look otherwise; it is said, not refused. */
function isUnlike(address: string, network: string): boolean {
  const isKnown = networkOf(network).begins !== ''
  return address !== '' && isKnown && networksOfAddress(address, [network]).length === 0
}

/** What all proposals about the platform have: a heading, a reason, and that somebody else must check. */
function ProposalForm({
  title,
  text,
  sending,
  onSubmit,
  onClose,
  children,
}: {
  title: string
  text: string
  sending: { isPending: boolean; error: unknown }
  onSubmit(text: (name: string) => string): Promise<ProposalView | undefined>
  onClose(): void
  children: ReactNode
}) {
  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const { currentTarget } = event
    const form = new FormData(currentTarget)
    const made = await onSubmit((name) => String(form.get(name) ?? '').trim())
    if (!made) return
    toast(t('proposal.proposed'))
    // Something else may have been chosen while the answer was on its way.
    if (currentTarget.isConnected) onClose()
  }
  return (
    <Panel title={t('platform.title')} onClose={onClose}>
      <p className="text-20 font-semibold">{title}</p>
      <p className="mb-4 text-13 text-t2">{text}</p>
      <form onSubmit={submit} className="flex flex-col gap-3">
        {children}
        <TextArea label={t('common.reason')} name="reason" required />
        <Refused error={sending.error} />
        <Button type="submit" kind="primary" isPending={sending.isPending}>
          {t('platform.form_submit')}
        </Button>
      </form>
    </Panel>
  )
}

const currencyOptions = currencies.map(({ code }) => ({ id: code, label: code }))

/** Every way that money may go. */
const ways = platformFunds.flatMap((from) =>
  platformFunds
    .filter((to) => canMove(from, to))
    .map((to) => ({
      id: `${from} ${to}`,
      from,
      to,
      label: t('platform.form_route_of', {
        from: platformFundNames[from],
        to: platformFundNames[to].toLowerCase(),
      }),
    })),
)
