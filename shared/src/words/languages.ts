/** The languages that the product speaks, without a schema: every page and every mail asks for one. */
export const languages = ['en', 'de', 'fr', 'es', 'ar'] as const;
export type Language = (typeof languages)[number];

/** Those of the staff's screens too; Arabic is spoken to visitors, customers, recipients and drivers. */
export const staffLanguages = ['en', 'de', 'fr', 'es'] as const satisfies readonly Language[];

export const isLanguage = (value: unknown): value is Language => languages.some((language) => language === value);

/** How dates, numbers and lists of a language are written (BCP 47). Digits stay those of tracking numbers. */
const locales: Record<Language, string> = { en: 'en-US', de: 'de-DE', fr: 'fr-FR', es: 'es-ES', ar: 'ar-u-nu-latn' };
export const localeOf = (language: Language): string => locales[language];

export const directionOf = (language: Language): 'ltr' | 'rtl' => (language === 'ar' ? 'rtl' : 'ltr');

/** What is between two parts of a date, and in lists that are no sentence. */
export const commaOf = (language: Language): string => (language === 'ar' ? '،' : ',');

/** Every language by its own name, as people look for theirs. */
export const languageNames: Record<Language, string> = {
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
  es: 'Español',
  ar: 'العربية',
};
