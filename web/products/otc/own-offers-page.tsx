import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import {
  applyOtcMerchant,
  closeOtcOffer,
  type OtcOfferView,
  type OtcTermsView,
  otcTerms,
  ownOtcOffers,
} from '#domain/otc/contract.ts'
import { MAX_INTRODUCTION, MAX_NAME } from '#domain/otc/rules.ts'
import { isPlainText } from '#domain/plain-text.ts'
import { AppBar } from '#web/app/app-bar.tsx'
import { ErrorState } from '#web/app/error-state.tsx'
import { toPage } from '#web/app/page-list.ts'
import { PagedList } from '#web/app/paged-list.tsx'
import { toast } from '#web/app/toast.ts'
import { useApiMutation, useApiQuery } from '#web/app/use-api.ts'
import { usePagedList } from '#web/app/use-paged-list.ts'
import { FormError } from '#web/features/access/form-error.tsx'
import { Offered } from '#web/features/eligibility/offered.tsx'
import { ObstacleNote } from '#web/features/withdrawal/obstacle-note.tsx'
import { grouped } from '#web/format/number.ts'
import { useTexts } from '#web/texts/texts.ts'
import { BottomBar } from '#web/ui/bottom-bar.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Field } from '#web/ui/field.tsx'
import { ListRow } from '#web/ui/list-row.tsx'
import { Sheet } from '#web/ui/sheet.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { OfferForm } from './offer-form.tsx'
import { useOtcLive } from './use-otc-live.ts'
import { money } from './words.tsx'

/** A merchant's offers, with the way to become one. */
export default function OwnOffersPage() {
  const { t } = useTexts()
  useOtcLive()
  const terms = useApiQuery(otcTerms, {})
  return (
    <>
      <AppBar title={t('otc_pages.own_offers')} />
      <main className="pb-28">
        {terms.data ? (
          terms.data.merchant?.status === 'active' ? (
            <Offers terms={terms.data} />
          ) : (
            <Offered product="otc" instead={{ label: t('otc_pages.orders'), to: toPage('pages/otc/orders') }}>
              <Application terms={terms.data} />
            </Offered>
          )
        ) : terms.error ? (
          <ErrorState error={terms.error} onRetry={() => void terms.refetch()} />
        ) : (
          <SkeletonRows count={4} />
        )}
      </main>
    </>
  )
}

function Application({ terms: { merchant, isAdvanced } }: { terms: OtcTermsView }) {
  const { t } = useTexts()
  const queries = useQueryClient()
  const [name, setName] = useState(merchant?.name ?? '')
  const [introduction, setIntroduction] = useState('')
  const applying = useApiMutation(applyOtcMerchant, { toastsRefusal: false })
  if (merchant?.status === 'under-review')
    return <EmptyState title={t('otc_pages.applied')} text={t('otc_pages.merchant_under-review')} />
  const [isNamePlain, isIntroductionPlain] = [isPlainText(name), isPlainText(introduction)]
  const isReady = name.trim() !== '' && introduction.trim() !== '' && isNamePlain && isIntroductionPlain
  return (
    <>
      {!isAdvanced && (
        <ObstacleNote
          text={t('otc_pages.advanced_first')}
          action={{ label: t('withdrawal_pages.verify'), page: 'pages/StartVerification/StartVerification' }}
        />
      )}
      {merchant && (
        <ObstacleNote
          text={t(
            merchant.status === 'stopped' ? 'otc_pages.merchant_stopped' : 'otc_pages.merchant_refused',
            {
              reason: merchant.reason ?? '',
            },
          )}
        />
      )}
      <form
        className="flex flex-col gap-3 gutter"
        onSubmit={async (event) => {
          event.preventDefault()
          if (!isReady) return
          const sent = { name: name.trim(), introduction: introduction.trim() }
          if (!(await applying.send(sent))) return
          toast(t('otc_pages.applied'))
          await queries.invalidateQueries({ queryKey: [otcTerms.path] })
        }}
      >
        <h2 className="text-17 font-semibold">{t('otc_pages.apply_title')}</h2>
        <p className="text-13 text-t2">{t('otc_pages.apply_why')}</p>
        <Field
          label={t('otc_pages.public_name')}
          value={name}
          maxLength={MAX_NAME}
          autoComplete="off"
          error={isNamePlain ? undefined : t('chat_pages.message_signs')}
          onChange={(event) => setName(event.target.value)}
        />
        <TextArea
          label={t('otc_pages.introduction')}
          rows={3}
          maxLength={MAX_INTRODUCTION}
          value={introduction}
          error={isIntroductionPlain ? undefined : t('chat_pages.message_signs')}
          onChange={(event) => setIntroduction(event.target.value.replace(/\s*\n\s*/g, ' '))}
        />
        <FormError text={applying.error?.message} />
        <Button
          type="submit"
          kind="primary"
          disabled={!isReady || !isAdvanced}
          isPending={applying.isPending}
        >
          {t('otc_pages.apply')}
        </Button>
      </form>
    </>
  )
}

function Offers({ terms }: { terms: OtcTermsView }) {
  const { t } = useTexts()
  const [isNew, openNew] = useState(false)
  const [closing, close] = useState<OtcOfferView>()
  const list = usePagedList(ownOtcOffers, { limit: '20' })
  return (
    <>
      <PagedList
        list={list}
        skeleton={<SkeletonRows count={3} />}
        empty={<EmptyState title={t('otc_pages.no_own')} text={t('otc_pages.no_own_why')} />}
        more={t('common.more')}
      >
        {(items) => (
          <ul>
            {items.map((offer) => (
              <li key={offer.id}>
                <ListRow
                  title={`${t(offer.side === 'sell' ? 'otc_pages.offer_sells' : 'otc_pages.offer_buys')} ${offer.currency} · ${offer.fiat}`}
                  note={`${offer.reference} · ${offer.isOpen ? t('otc_pages.left_of', { amount: money(offer.remaining, offer.currency) }) : t('otc_pages.closed')}`}
                  value={offer.price === null ? '—' : grouped(offer.price)}
                  valueNote={offer.fiat}
                  {...(offer.isOpen && { onClick: () => close(offer) })}
                />
              </li>
            ))}
          </ul>
        )}
      </PagedList>
      <BottomBar>
        <Button kind="primary" className="w-full" onClick={() => openNew(true)}>
          {t('otc_pages.new_offer')}
        </Button>
      </BottomBar>
      {isNew && (
        <Sheet isOpen onClose={() => openNew(false)} title={t('otc_pages.new_offer')}>
          <Offered product="otc" isIndented>
            <OfferForm terms={terms} onDone={() => openNew(false)} />
          </Offered>
        </Sheet>
      )}
      {closing && <CloseSheet offer={closing} onClose={() => close(undefined)} />}
    </>
  )
}

function CloseSheet({ offer, onClose }: { offer: OtcOfferView; onClose(): void }) {
  const { t } = useTexts()
  const queries = useQueryClient()
  const closing = useApiMutation(closeOtcOffer, { toastsRefusal: false })
  return (
    <Sheet isOpen onClose={onClose} title={t('otc_pages.close_sure')} text={t('otc_pages.close_note')}>
      <div className="flex flex-col gap-3 pt-3">
        <FormError text={closing.error?.message} />
        <Button
          kind="primary"
          isPending={closing.isPending}
          onClick={async () => {
            if (!(await closing.send({ id: offer.id }))) return
            await queries.invalidateQueries({ queryKey: [ownOtcOffers.path] })
            onClose()
          }}
        >
          {t('otc_pages.close')}
        </Button>
      </div>
    </Sheet>
  )
}
