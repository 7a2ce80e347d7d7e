import { upload } from '#domain/upload/contract.ts'
import { http } from '#web/app/api.ts'
import { errorText } from '#web/app/api-error.ts'
import { toast } from '#web/app/toast.ts'
import { validateFile } from '#web/features/files/image-check.ts'

/** Sends a chosen picture; says what is wrong with it. Returns: its id. */
export async function sendPicture(
  file: File,
  tooBad: (error: string) => string,
): Promise<string | undefined> {
  const wrong = await validateFile(file)
  if (wrong) {
    toast(tooBad(wrong))
    return undefined
  }
  try {
    return await http.upload(upload, file)
  } catch (error) {
    toast(errorText(error) ?? '')
    return undefined
  }
}
