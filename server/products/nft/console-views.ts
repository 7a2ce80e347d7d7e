import type { ConsoleNftMedia } from '#domain/nft/console.ts'
import type { MediaRow } from './tables.ts'
import { mediaView } from './views.ts'

/** A picture or video as operators see it. */
export const consoleMediaView = (row: MediaRow): ConsoleNftMedia => ({
  ...mediaView(row),
  ...{ isPublished: row.published_at !== null, isHidden: row.hidden_at !== null },
  uploadedAtMs: row.uploaded_at,
})
