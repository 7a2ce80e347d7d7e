import type { ReactNode } from 'react'
import { Button } from '#web/ui/button.tsx'
import { type FormMutation, formError } from './field-error.ts'
import { FormError } from './form-error.tsx'

/** The frame of a form about access: its fields, what belongs at none of them, and its one button. */
export function AccessForm({
  form,
  action,
  isReady,
  onSend,
  children,
}: {
  form: FormMutation & { readonly isPending: boolean }
  /** What the button says. */
  action: string
  isReady: boolean
  onSend(): Promise<void>
  children: ReactNode
}) {
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (isReady) void onSend()
      }}
    >
      {children}
      <FormError text={formError(form.error)} />
      <Button type="submit" kind="primary" disabled={!isReady} isPending={form.isPending}>
        {action}
      </Button>
    </form>
  )
}
