import { type ReactNode, useId } from 'react'
import { Button } from '#web/ui/button.tsx'
import { type FormMutation, formError } from './field-error.ts'
import { FormError } from './form-error.tsx'

/** The frame of a form about access: its fields, what belongs at none of them, and its one button. */
export function AccessForm({
  form,
  action,
  isReady,
  missing,
  onSend,
  children,
}: {
  form: FormMutation & { readonly isPending: boolean }
  /** What the button says. */
  action: string
  isReady: boolean
  /** Why the button cannot be pressed yet: what is to be filled in next. */
  missing?: string | undefined
  onSend(): Promise<void>
  children: ReactNode
}) {
  const id = useId()
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
      <div className="flex flex-col">
        <Button
          type="submit"
          kind="primary"
          disabled={!isReady}
          isPending={form.isPending}
          aria-describedby={missing && !isReady ? id : undefined}
        >
          {action}
        </Button>
        {missing && !isReady && (
          <p id={id} className="pt-2 text-center text-12 text-t2">
            {missing}
          </p>
        )}
      </div>
    </form>
  )
}
