import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { callsOf, saveVerificationDraft, type VerificationView } from '#domain/verification/contract.ts'
import {
  askedAgain,
  checkDetails,
  type DetailName,
  type Details,
  pick,
  pictures,
  requiredDetails,
  takenDetails,
} from '#domain/verification/rules.ts'
import type { ApiError } from '#web/app/api-error.ts'
import { toPage } from '#web/app/page-list.ts'
import { toast } from '#web/app/toast.ts'
import { useApiMutation } from '#web/app/use-api.ts'
import { refusalText, useTexts } from '#web/texts/texts.ts'

/** After so long without another change, what is filled in is kept. */
const KEEP_AFTER_MS = 1_000
/** After so long it is tried again where it failed on its way. */
const KEEP_AGAIN_AFTER_MS = 5_000

/** The details that a form asks for: all of them at first, after a rejection what is asked for again. */
export function askedDetails({ tier, status, items }: VerificationView): readonly DetailName[] {
  if (status !== 'rejected') return takenDetails(tier)
  const refused = items.filter(({ state }) => state === 'refused')
  const named = (some: typeof items) => some.map(({ item }) => item)
  return askedAgain(tier, named(items), named(refused))
}

/** A form of verification while it is filled in: what is typed, what is wrong with it, how it is kept and sent. */
export function useForm(view: VerificationView) {
  const { tier, draft } = view
  const { t } = useTexts()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const asked = askedDetails(view)
  const [details, setDetails] = useState<Details>(() => initialDetails(view, asked))
  const [isTried, setTried] = useState(false)
  /** How many uploads, and waits for what is being kept, are under way. */
  const [busy, setBusy] = useState(0)
  const draftCall = useApiMutation(saveVerificationDraft)
  const autoCall = useApiMutation(saveVerificationDraft, { toastsRefusal: false })
  const sendCall = useApiMutation(callsOf[tier].submit, { toastsRefusal: false })
  const filled = withoutEmpty(details)
  /** Half a number is not kept: it is never shown, and would be sent for the whole. */
  const [isTypingNumber, setTypingNumber] = useState(false)
  const { idNumber: _, ...rest } = filled
  const savable = isTypingNumber ? rest : filled
  const wanted = JSON.stringify(savable)
  /** What the draft says, and what was last tried to be kept by itself: what is refused is not tried again. */
  const [kept, setKept] = useState(wanted)
  const [attempted, setAttempted] = useState(wanted)
  /** How often in a row keeping it failed on its way, which is no refusal. */
  const [failures, setFailures] = useState(0)
  /** What is being kept, and whether it was sent for review: an answer to what was kept before that says less. */
  const keeping = useRef<Promise<boolean>>(undefined)
  const wasSent = useRef(false)
  // Where the kind is not asked for, a photo that is asked for was sent once: it is sent again.
  const kind = asked.includes('realType') ? details.realType : 'photos'
  const required = requiredDetails(tier, kind).filter(
    (name) => asked.includes(name) && name !== 'phone' && name !== 'email',
  )
  const isMissing = (name: DetailName): boolean =>
    required.includes(name) && !filled[name] && !(name === 'idNumber' && (draft?.hasNumber ?? false))
  const checked = checkDetails(filled, Date.now())
  const wrong = checked.ok
    ? undefined
    : { name: checked.params.field, text: refusalText(checked.code, checked.params) }

  /** What is wrong with a field; of a missing one only once it was tried to go on. */
  function errorOf(name: DetailName): string | undefined {
    if (isTried && isMissing(name)) return t('verification_pages.required')
    return wrong?.name === name && (isTried || name === 'birthday') ? wrong.text : undefined
  }

  /** Whether the fields of a step are right; says what is not. */
  function isRight(names: readonly DetailName[]): boolean {
    const stands = !names.some((name) => isMissing(name) || wrong?.name === name)
    setTried(!stands)
    return stands
  }

  async function save(
    call: typeof draftCall,
    sent: Details,
    onError?: (error: ApiError) => void,
  ): Promise<boolean> {
    const saved = await call.send({ tier, ...sent } as never, onError)
    if (!saved || wasSent.current) return false
    setFailures(0)
    queries.setQueryData([callsOf[tier].state.path, {}], saved)
    // A photo has an id of its own from now on, unless another was chosen meanwhile.
    const own = pick((saved.draft ?? {}) as Details, pictures)
    setDetails((before) => ({
      ...before,
      ...pick(
        own,
        pictures.filter((picture) => before[picture] === sent[picture]),
      ),
    }))
    const now = JSON.stringify({ ...sent, ...own })
    setKept(now)
    setAttempted(now)
    return true
  }

  const canKeep =
    wanted !== kept &&
    wanted !== attempted &&
    checkDetails(savable, Date.now()).ok &&
    !autoCall.isPending &&
    !draftCall.isPending &&
    !sendCall.isPending
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is kept is what is wanted then
  useEffect(() => {
    if (!canKeep) return
    const timer = setTimeout(
      () => {
        setAttempted(wanted)
        keeping.current = save(autoCall, savable, (error) => {
          if (!error.isTransport) return
          setAttempted('')
          setFailures((count) => count + 1)
        })
      },
      failures === 0 ? KEEP_AFTER_MS : KEEP_AGAIN_AFTER_MS,
    )
    return () => clearTimeout(timer)
  }, [canKeep, wanted, failures])

  /** Waits for what is being kept, so that nothing older comes after what is asked for now. */
  const settled = () => whileBusy(async () => keeping.current)

  async function keepDraft(): Promise<boolean> {
    await settled()
    keeping.current = save(draftCall, filled)
    if (!(await keeping.current)) return false
    toast(t('verification_pages.draft_saved'))
    return true
  }

  async function send(): Promise<void> {
    if (!isRight(asked)) return
    await settled()
    const sent = await sendCall.send(filled as never)
    if (!sent) return
    wasSent.current = true
    queries.setQueryData([callsOf[tier].state.path, {}], sent)
    navigate(toPage('pages/pendingReview/pendingReview'), { replace: true })
  }

  async function whileBusy<T>(work: () => Promise<T>): Promise<T> {
    setBusy((count) => count + 1)
    try {
      return await work()
    } finally {
      setBusy((count) => count - 1)
    }
  }

  return {
    ...{ view, asked, details, errorOf, isRight, keepDraft, send },
    asks: (name: DetailName) => asked.includes(name),
    change(part: Details) {
      sendCall.reset()
      setDetails((before) => ({ ...before, ...part }))
    },
    /** Does the work of an upload; what is being replaced is not sent meanwhile. */
    uploading: whileBusy,
    setTypingNumber,
    /** Whether what is filled in stands in the draft. */
    isKept: view.draft !== null && wanted === kept && !(isTypingNumber && filled.idNumber),
    isSaving: draftCall.isPending || busy > 0,
    isSending: sendCall.isPending || busy > 0,
    error: sendCall.error,
  }
}

export type VerificationForm = ReturnType<typeof useForm>

/** What was refused stands there as it was sent, but for its number and photos. Of a first document the kind is chosen. */
function initialDetails({ draft, idType, refused }: VerificationView, asked: readonly DetailName[]): Details {
  const { hasNumber: _, savedAtMs: __, ...kept } = draft ?? {}
  const first = asked.includes('realType') ? { realType: 'number' } : {}
  return {
    ...first,
    ...(idType && { idType }),
    ...(refused as Details | null),
    ...withoutEmpty(kept as Details),
  }
}

const withoutEmpty = (details: Details): Details =>
  Object.fromEntries(
    Object.entries(details)
      .map(([name, value]) => [name, value?.trim()])
      .filter(([, value]) => value),
  )
