import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { copyApply, copyCentre, type LeadCentreView } from '#domain/copy/contract.ts'
import { defaultShareOf, maxShareOf } from '#domain/copy/offered-terms.ts'
import { readShare } from '#domain/copy/rules.ts'
import { MAX_INTRODUCTION, PERCENT_DECIMALS } from '#domain/copy/terms.ts'
import { isPlainText } from '#domain/plain-text.ts'
import { toast } from '#web/app/toast.ts'
import { useApiMutation } from '#web/app/use-api.ts'
import { useCopyTerms } from '#web/features/copy/use-copy-terms.ts'
import { refusalText, useTexts } from '#web/texts/texts.ts'
import { Button } from '#web/ui/button.tsx'
import { DecimalField } from '#web/ui/decimal-field.tsx'
import { TextArea } from '#web/ui/text-area.tsx'

/** The application to lead: an introduction that followers will read, and the share of their profits. */
export function ApplyForm({ centre }: { centre: LeadCentreView }) {
  const { t } = useTexts()
  const queries = useQueryClient()
  const [introduction, setIntroduction] = useState(centre.introduction ?? '')
  const terms = useCopyTerms()
  const [typed, setShare] = useState<string>()
  const share = typed ?? defaultShareOf(terms)
  const call = useApiMutation(copyApply, { toastsRefusal: false })
  const read = readShare(share === '' ? '-' : share, terms)
  const isPlain = isPlainText(introduction)
  const isReady = introduction.trim() !== '' && isPlain && read.ok

  async function send(): Promise<void> {
    const done = await call.send({ introduction: introduction.trim(), sharePercent: share })
    if (!done) return
    queries.setQueryData([copyCentre.path, {}], done)
    toast(t('copy_pages.applied'))
  }
  return (
    <form
      className="flex flex-col gap-3 gutter pb-6"
      aria-label={t('copy_pages.apply')}
      onSubmit={(event) => {
        event.preventDefault()
        if (isReady) void send()
      }}
    >
      <TextArea
        label={t('copy_pages.introduction')}
        rows={4}
        maxLength={MAX_INTRODUCTION}
        value={introduction}
        hint={t('copy_pages.introduction_hint', { count: MAX_INTRODUCTION - introduction.length })}
        error={isPlain ? undefined : t('copy_pages.introduction_signs')}
        // It is one paragraph.
        onChange={(event) => {
          call.reset()
          setIntroduction(event.target.value.replace(/\s*\n\s*/g, ' '))
        }}
      />
      <DecimalField
        label={t('copy_pages.profit_share')}
        unit="%"
        decimals={PERCENT_DECIMALS}
        value={share}
        hint={t('copy_pages.share_hint', { maximum: maxShareOf(terms) })}
        error={read.ok || share === '' ? undefined : refusalText(read.code, read.params)}
        onChange={(value) => {
          call.reset()
          setShare(value)
        }}
      />
      {call.error && (
        <p role="alert" className="text-13 text-danger">
          {call.error.message}
        </p>
      )}
      <Button type="submit" kind="primary" disabled={!isReady} isPending={call.isPending}>
        {t('copy_pages.apply')}
      </Button>
    </form>
  )
}
