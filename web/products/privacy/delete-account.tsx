import { useState } from 'react'
import type { OutputOf } from '#domain/endpoint.ts'
import { accountDeletion, deleteAccount } from '#domain/privacy/contract.ts'
import type { UnfinishedKind } from '#domain/privacy/rules.ts'
import { walletTypes } from '#domain/wallet/wallet-types.ts'
import { signOut } from '#web/app/client-state.ts'
import { ErrorState } from '#web/app/error-state.tsx'
import { type PageRoute, toPage } from '#web/app/page-list.ts'
import { toast } from '#web/app/toast.ts'
import { useApiMutation, useApiQuery } from '#web/app/use-api.ts'
import { amount as amountText } from '#web/format/number.ts'
import { dateInWords } from '#web/format/time.ts'
import { useTexts } from '#web/texts/texts.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { ListRow } from '#web/ui/list-row.tsx'
import { Sheet } from '#web/ui/sheet.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { useProducts } from '../products-context.ts'
import { OwnerStep } from './owner-step.tsx'

const effects = ['why', 'erased', 'stays'] as const

/** The way to end the account: what is in the way, else what becomes of everything, and its owner's word. */
export function DeleteAccount() {
  const { t } = useTexts()
  const state = useApiQuery(accountDeletion, {})
  return (
    <section aria-labelledby="delete" className="flex flex-col gap-3 border-t border-line pt-6">
      <h2 id="delete" className="text-17 font-semibold">
        {t('privacy_pages.delete')}
      </h2>
      {effects.map((effect) => (
        <p key={effect} className="text-15 text-t2">
          {t(`privacy_pages.delete_${effect}`)}
        </p>
      ))}
      {state.isError && !state.data && (
        <ErrorState error={state.error} onRetry={() => void state.refetch()} />
      )}
      {state.isPending && <SkeletonRows count={2} />}
      {state.data &&
        (state.data.unfinished.length > 0 ? <InTheWay {...state.data} /> : <Ask rests={state.data.rests} />)}
    </section>
  )
}

type State = OutputOf<typeof accountDeletion>

/** Where each thing that is no money is ended. */
const endedAt = {
  debt: 'pages/common/borrowing',
  request: 'pages/fund/assets_all_record',
  artwork: 'pages/nft/myNft',
  box: 'pages/nft/myBoxes',
  offer: 'pages/otc/offers',
  leading: 'pages/follow/index',
  trial: 'pages/setting/coupon',
} as const satisfies Readonly<Record<Exclude<UnfinishedKind, 'money'>, PageRoute>>

function InTheWay({ unfinished }: Pick<State, 'unfinished'>) {
  const { t } = useTexts()
  const products = useProducts()
  const moneyIn = (place: string | null) => {
    const type = walletTypes.find((one) => one === place)
    if (type) return { title: t(`wallet.type_${type}`) }
    const money = products.find(({ name }) => name === place)?.money
    return money
      ? { title: t(money.title), to: toPage(money.page) }
      : { title: t('privacy_pages.in_products') }
  }
  const isMoney = unfinished.some(({ kind }) => kind === 'money')
  return (
    <>
      <p className="text-15 font-semibold">{t('privacy_pages.blocked')}</p>
      <ul className="flex flex-col">
        {unfinished.map(({ kind, place, currency, amount, count }) => (
          <li key={`${kind} ${place} ${currency}`} className="-mx-4">
            <ListRow
              {...(kind === 'money'
                ? moneyIn(place)
                : { title: t(`privacy_pages.kind_${kind}`), to: toPage(endedAt[kind]) })}
              value={amount === null ? count : `${amountText(amount)} ${currency}`}
            />
          </li>
        ))}
      </ul>
      {isMoney && (
        <div className="flex flex-wrap gap-3">
          <ButtonLink className="flex-1" to={toPage('pages/financial/exits')}>
            {t('privacy_pages.free_up')}
          </ButtonLink>
          <ButtonLink className="flex-1" to={toPage('pages/fund/withdraw')}>
            {t('privacy_pages.withdraw')}
          </ButtonLink>
        </div>
      )}
    </>
  )
}

function Ask({ rests }: Pick<State, 'rests'>) {
  const { t, locale } = useTexts()
  const [isOpen, setOpen] = useState(false)
  const ask = useApiMutation(deleteAccount, { toastsRefusal: false })
  return (
    <>
      {rests.length > 0 && (
        <p className="text-13 text-t2">
          {t('privacy_pages.rests', {
            amounts: rests.map(({ amount, currency }) => `${amountText(amount)} ${currency}`).join(', '),
          })}
        </p>
      )}
      <Button className="w-full !text-danger" onClick={() => setOpen(true)}>
        {t('privacy_pages.delete')}
      </Button>
      <Sheet
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title={t('privacy_pages.delete')}
        text={t('privacy_pages.delete_why')}
      >
        <OwnerStep
          form={ask}
          action={t('privacy_pages.delete_do')}
          onProven={async (given) => {
            const answer = await ask.send(given)
            if (!answer) return
            toast(t('privacy_pages.deleted', { date: dateInWords(answer.dueAtMs, locale) }))
            signOut()
          }}
        />
        <Button className="mt-2 w-full" onClick={() => setOpen(false)}>
          {t('privacy_pages.delete_keep')}
        </Button>
      </Sheet>
    </>
  )
}
