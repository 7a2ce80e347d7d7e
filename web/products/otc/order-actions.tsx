import { useQueryClient } from '@tanstack/react-query'
import { ImagePlus } from 'lucide-react'
import { useState } from 'react'
import { isSameName } from '#domain/card/rules.ts'
import {
  appealOtcOrder,
  cancelOtcOrder,
  type OtcOrderDetail,
  otcMessages,
  otcOrder,
  otcTerms,
  payOtcOrder,
  releaseOtcOrder,
} from '#domain/otc/contract.ts'
import { MAX_EVIDENCE, MAX_TEXT, otcAllows } from '#domain/otc/rules.ts'
import { isPlainText } from '#domain/plain-text.ts'
import { useApiMutation, useApiQuery } from '#web/app/use-api.ts'
import { FormError } from '#web/features/access/form-error.tsx'
import { sendPicture } from '#web/features/chat/send-picture.ts'
import { ImageInput } from '#web/features/files/image-input.tsx'
import { useCountdownTo } from '#web/features/time/use-countdown-to.ts'
import { PayoutConfirmation } from '#web/features/withdrawal/payout-confirmation.tsx'
import { dateTime } from '#web/format/time.ts'
import { useTexts } from '#web/texts/texts.ts'
import { BottomBar } from '#web/ui/bottom-bar.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { Sheet } from '#web/ui/sheet.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { money } from './words.tsx'

type Opened = 'pay' | 'cancel' | 'release' | 'appeal'

/** What the customer can do with an order now; nothing where it is the other side's turn or it ended. */
export function OrderActions({ order }: { order: OtcOrderDetail }) {
  const { t } = useTexts()
  const queries = useQueryClient()
  const [opened, open] = useState<Opened>()
  const { status, role, total, fiat, amount, currency } = order
  const isBuyer = role === 'buyer'
  const canPay = isBuyer && otcAllows('pay', status)
  const canRelease = !isBuyer && (otcAllows('release', status) || order.late === 'open')
  const canAppeal = otcAllows('appeal', status)
  const isLateLeft = useCountdownTo(order.lateUntilMs ?? 0) > 0
  const close = () => open(undefined)
  async function done(): Promise<void> {
    close()
    await queries.invalidateQueries({ queryKey: [otcOrder.path] })
    await queries.invalidateQueries({ queryKey: [otcMessages.path] })
  }
  if (!canPay && !canRelease && !canAppeal && !isLateLeft) return null
  return (
    <>
      <BottomBar>
        <div className="flex gap-3">
          {canPay && (
            <>
              <Button className="shrink-0" onClick={() => open('cancel')}>
                {t('otc_pages.cancel_short')}
              </Button>
              <Button kind="primary" className="flex-1" onClick={() => open('pay')}>
                {t('otc_pages.paid_button', { total: money(total, fiat) })}
              </Button>
            </>
          )}
          {canAppeal && (
            <Button className={canRelease ? 'shrink-0' : 'flex-1'} onClick={() => open('appeal')}>
              {t('otc_pages.appeal')}
            </Button>
          )}
          {isLateLeft && (
            <Button className="flex-1" onClick={() => open('appeal')}>
              {t('otc_pages.late_claim')}
            </Button>
          )}
          {canRelease && (
            <Button kind="primary" className="flex-1" onClick={() => open('release')}>
              {t('otc_pages.release', { amount: money(amount, currency) })}
            </Button>
          )}
        </div>
      </BottomBar>
      {opened === 'pay' && <PaySheet order={order} onClose={close} onDone={() => void done()} />}
      {opened === 'cancel' && <CancelSheet order={order} onClose={close} onDone={() => void done()} />}
      {opened === 'release' && <ReleaseSheet order={order} onClose={close} onDone={() => void done()} />}
      {opened === 'appeal' && <AppealSheet order={order} onClose={close} onDone={() => void done()} />}
    </>
  )
}

interface SheetProps {
  readonly order: OtcOrderDetail
  onClose(): void
  onDone(): void
}

function PaySheet({ order: { id, total, fiat, ownVerifiedName }, onClose, onDone }: SheetProps) {
  const { t } = useTexts()
  const [payerName, setName] = useState(ownVerifiedName ?? '')
  const paying = useApiMutation(payOtcOrder, { toastsRefusal: false })
  const isReady = payerName.trim() !== '' && isPlainText(payerName)
  return (
    <Sheet isOpen onClose={onClose} title={t('otc_pages.paid_sheet')} text={t('otc_pages.paid_note')}>
      <form
        className="flex flex-col gap-3 pt-3"
        onSubmit={async (event) => {
          event.preventDefault()
          if (isReady && (await paying.send({ id, payerName: payerName.trim() }))) onDone()
        }}
      >
        <Field
          label={t('otc_pages.payer_name')}
          value={payerName}
          maxLength={60}
          autoComplete="name"
          error={isPlainText(payerName) ? undefined : t('chat_pages.message_signs')}
          onChange={(event) => setName(event.target.value)}
        />
        {ownVerifiedName !== null && payerName.trim() !== '' && !isSameName(payerName, ownVerifiedName) && (
          <p role="alert" className="text-13 font-semibold text-danger">
            {t('otc_pages.payer_not_own', { name: ownVerifiedName })}
          </p>
        )}
        <FormError text={paying.error?.message} />
        <Button type="submit" kind="primary" disabled={!isReady} isPending={paying.isPending}>
          {t('otc_pages.paid_button', { total: money(total, fiat) })}
        </Button>
      </form>
    </Sheet>
  )
}

function CancelSheet({ order: { id }, onClose, onDone }: SheetProps) {
  const { t } = useTexts()
  const cancelling = useApiMutation(cancelOtcOrder, { toastsRefusal: false })
  return (
    <Sheet isOpen onClose={onClose} title={t('otc_pages.cancel_sure')} text={t('otc_pages.cancel_note')}>
      <div className="flex flex-col gap-3 pt-3">
        <FormError text={cancelling.error?.message} />
        <Button
          kind="primary"
          isPending={cancelling.isPending}
          onClick={async () => {
            if (await cancelling.send({ id })) onDone()
          }}
        >
          {t('otc_pages.cancel')}
        </Button>
      </div>
    </Sheet>
  )
}

function ReleaseSheet({ order, onClose, onDone }: SheetProps) {
  const { t } = useTexts()
  const terms = useApiQuery(otcTerms, {})
  const { id, amount, currency, total, fiat, payerNameCheck, late } = order
  return (
    <Sheet isOpen onClose={onClose} title={t('otc_pages.release', { amount: money(amount, currency) })}>
      <div className="pt-2">
        {payerNameCheck === 'differs' && (
          <p role="alert" className="pb-3 text-13 font-semibold text-danger">
            {t('otc_pages.payer_differs')}
          </p>
        )}
        {late !== null && <p className="pb-3 text-13 font-semibold">{t('otc_pages.late_release')}</p>}
        {terms.data && terms.data.nightLockedUntilMs !== null && (
          <p className="pb-3 text-13 font-semibold">
            {t('withdrawal_pages.night_until', { time: dateTime(terms.data.nightLockedUntilMs) })}
          </p>
        )}
        {terms.data && (
          <PayoutConfirmation
            endpoint={releaseOtcOrder}
            input={terms.data.nightLockedUntilMs === null ? { id } : undefined}
            terms={terms.data}
            termsCall={otcTerms}
            action={t('otc_pages.release', { amount: money(amount, currency) })}
            note={t('otc_pages.release_note', { total: money(total, fiat) })}
            onDone={onDone}
          />
        )}
      </div>
    </Sheet>
  )
}

function AppealSheet({ order: { id, endedAtMs }, onClose, onDone }: SheetProps) {
  const { t } = useTexts()
  const [reason, setReason] = useState('')
  const [images, setImages] = useState<readonly string[]>([])
  const appealing = useApiMutation(appealOtcOrder, { toastsRefusal: false })
  const isPlain = isPlainText(reason)
  const isLate = endedAtMs !== null
  const isReady = reason.trim() !== '' && isPlain
  return (
    <Sheet
      isOpen
      onClose={onClose}
      title={t(isLate ? 'otc_pages.late_title' : 'otc_pages.appeal_title')}
      text={t(isLate ? 'otc_pages.late_note' : 'otc_pages.appeal_note')}
    >
      <form
        className="flex flex-col gap-3 pt-3"
        onSubmit={async (event) => {
          event.preventDefault()
          if (!isReady) return
          const sent = { id, reason: reason.trim(), ...(images.length > 0 && { images: images.join(',') }) }
          if (await appealing.send(sent)) onDone()
        }}
      >
        <TextArea
          label={t('otc_pages.appeal_reason')}
          rows={3}
          maxLength={MAX_TEXT}
          value={reason}
          error={isPlain ? undefined : t('chat_pages.message_signs')}
          onChange={(event) => setReason(event.target.value.replace(/\s*\n\s*/g, ' '))}
        />
        <div className="flex items-center justify-between">
          <p className="text-13 text-t2">{t('otc_pages.evidence', { count: images.length })}</p>
          {images.length < MAX_EVIDENCE && (
            <ImageInput
              label={t('chat_pages.add_picture')}
              className="press flex size-11 cursor-pointer items-center justify-center rounded-12 text-t2 focus-within:outline-2"
              onChoose={async (file) => {
                const image = await sendPicture(file, (error) => t(`files.image_${error as 'empty'}`))
                if (image !== undefined) setImages((before) => [...before, image])
              }}
            >
              <ImagePlus aria-hidden size={20} />
            </ImageInput>
          )}
        </div>
        <FormError text={appealing.error?.message} />
        <Button type="submit" kind="primary" disabled={!isReady} isPending={appealing.isPending}>
          {t(isLate ? 'otc_pages.late_claim' : 'otc_pages.appeal')}
        </Button>
      </form>
    </Sheet>
  )
}
