import type { Translation } from '../areas.ts'
import type { en } from './en.ts'

export const ydl: Translation<typeof en> = {
  image_not_an_image: 'Solo immagini JPG e PNG',
  image_jpeg2000: 'JPEG 2000 non è ancora accettato. Invia JPG o PNG',
  image_too_large: 'L’immagine supera i 10 MB',
  image_empty: 'Il file è vuoto',
  image_gone: 'L’immagine non è visualizzabile',
}
