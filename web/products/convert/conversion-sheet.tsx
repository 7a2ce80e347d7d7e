import { type ConversionView, conversion as conversionCall } from '#domain/convert/contract.ts'
import { Amount } from '#web/app/amount.tsx'
import { useApiQuery } from '#web/app/use-api.ts'
import { RecordSheet } from '#web/features/records/record-sheet.tsx'
import { AskLink } from '#web/features/support/ask-link.tsx'
import { zonedStamp } from '#web/features/time/zoned.ts'
import { useTexts } from '#web/texts/texts.ts'
import { conversionLines } from './figures.tsx'

/** One conversion with the ticks that decided it. */
export function ConversionSheet({
  id,
  conversion,
  onClose,
}: {
  id: string
  conversion: ConversionView | undefined
  onClose(): void
}) {
  const { t } = useTexts()
  const query = useApiQuery(conversionCall, { id }, { enabled: conversion === undefined })
  const known = conversion ?? query.data
  return (
    <RecordSheet
      title={known ? `${known.from} → ${known.to}` : t('convert_pages.one')}
      onClose={onClose}
      ask={known && <AskLink kind="conversion" id={known.id} />}
      {...(conversion === undefined && { query })}
      lines={
        known && [
          {
            name: t('convert_pages.received'),
            value: <Amount value={known.receive} currency={known.to} />,
            isStrong: true,
          },
          { name: t('convert_pages.given'), value: <Amount value={known.amount} currency={known.from} /> },
          ...conversionLines(known, t),
          { name: t('convert_pages.time'), value: zonedStamp(known.convertedAtMs) },
          { name: t('convert_pages.number'), value: known.id },
        ]
      }
    />
  )
}
