import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { claimCoupon, coupons } from '#domain/coupon/contract.ts'
import { toast } from '#web/app/toast.ts'
import { useApiMutation } from '#web/app/use-api.ts'
import { useTexts } from '#web/texts/texts.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'

/** The longest that is sent: a code with what stands between its groups. */
const MAX_LENGTH = 40

/** Claims a coupon by its code. */
export function ClaimForm() {
  const { t } = useTexts()
  const [code, setCode] = useState('')
  const queries = useQueryClient()
  const claiming = useApiMutation(claimCoupon, { toastsRefusal: false })

  async function claim() {
    if (!(await claiming.send({ code }))) return
    setCode('')
    void queries.invalidateQueries({ queryKey: [coupons.path] })
    toast(t('coupon_pages.claimed'))
  }

  return (
    <form
      className="flex items-start gap-2 gutter pt-4 pb-2"
      onSubmit={(event) => {
        event.preventDefault()
        if (code.trim() !== '') void claim()
      }}
    >
      <Field
        className="min-w-0 flex-1"
        label={t('coupon_pages.code')}
        value={code}
        onChange={(event) => {
          setCode(event.target.value.toUpperCase())
          claiming.reset()
        }}
        maxLength={MAX_LENGTH}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        error={claiming.error?.message}
      />
      <Button
        type="submit"
        kind="primary"
        className="!min-h-14"
        isPending={claiming.isPending}
        disabled={code.trim() === ''}
      >
        {t('coupon_pages.claim')}
      </Button>
    </form>
  )
}
