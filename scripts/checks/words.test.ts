import { describe, expect, it } from 'vitest';
import { bareContexts, faultsBetween, faultsOfMeaning, valuesOf, wordsIn, wordsToDecide } from './words.ts';

const imported = "import { message, t } from '@quickfleet/shared/words/t';\n";
const client = { isModuleSafe: true, isScreen: true };
const server = { isModuleSafe: false, isScreen: false };

describe('the check of words', () => {
  it('C515 one short word, or one that two parts of the product say, names its meaning or was looked at', () => {
    const says = (key: string, ...files: string[]) => files.map((file) => ({ key, file }));
    const words = wordsToDecide([
      ...says('Closed', 'client/src/features/company/settings/a.tsx', 'shared/src/delivery/b.ts'),
      ...says('Closed (hours)', 'client/src/features/company/settings/a.tsx', 'shared/src/delivery/b.ts'),
      ...says('Waiting', 'client/src/features/quoting/a.tsx', 'client/src/features/quoting/b.tsx'),
      ...says('By', 'client/src/features/people/a.tsx'),
      ...says('Add hours', 'client/src/features/company/a.tsx', 'client/src/features/people/a.tsx'),
    ]);
    expect(words).toEqual(['Closed', 'By']);
    expect(faultsOfMeaning(words, new Set(['By', 'Gone']))).toEqual([
      expect.stringMatching(/^Closed: .*`Open \(verb\)`/),
      'one-meaning.json: needs no decision: Gone',
    ]);
  });

  it('C515 a meaning in brackets is for translators: without words of its own an English reader would see it', () => {
    const german = { 'Add (verb)': 'Hinzufügen', 'To (a place)': 'Nach', 'Amount ({currency})': 'Betrag ({currency})' };
    expect(bareContexts(german, { 'To (a place)': 'To' })).toEqual(['Add (verb)']);
  });

  it('C496 finds what is not translated, empty, unreadable or takes other values', () => {
    const german = { Save: 'Speichern', 'Order {number}': 'Auftrag {number}', Empty: 'Leer', Broken: 'Kaputt' };
    const other = { 'Order {number}': 'Commande {numero}', Empty: ' ', Broken: '{count, plural,', Gone: 'Parti' };
    expect(faultsBetween(german, other)).toEqual([
      'is not translated: Save',
      'is no message: Gone',
      'has other values (number, numero): Order {number}',
      'is empty: Empty',
      expect.stringMatching(/^cannot be read \(.*\): Broken$/),
    ]);
    expect(faultsBetween(german, german)).toEqual([]);
    expect(valuesOf('{count, plural, one {# of {all}} other {# of {all}}} in {place}')).toEqual(
      new Set(['count', 'all', 'place']),
    );
  });

  it('C496 finds texts that are only in the code, and lets names, code and values through', () => {
    const screen = `${imported}
      export const Screen = ({ name }: { name: string }) => (
        <main aria-label="Orders of today" className="two words">
          Nothing here
          {t('Nothing here')}
          <input placeholder="Search" title={name} type="text" />
        </main>
      );`;
    const { used, faults } = wordsIn(screen, client);
    expect(used.map(({ key }) => key)).toEqual(['Nothing here']);
    expect(faults).toEqual([
      '4: a text in aria-label: Orders of today',
      '4: a text in JSX: Nothing here',
      '7: a text in placeholder: Search',
    ]);
  });

  it('C496 finds a text that an expression puts on a screen, into a toast or into a refusal', () => {
    const screen = `${imported}
      export const Screen = ({ count, isNew, name }) => (
        <main title={isNew ? 'New order' : t('Order')} aria-label={\`\${name} opened\`} id={\`order-\${name}\`}>
          {isNew && 'Not saved'}
          {\`\${count} min\`}
          <a onClick={() => showError('Not sent', t('Order'))} href="/to/here">{\`to \${name}\`}</a>
          <CopyButton value={name} what="reference" />
        </main>
      );`;
    expect(wordsIn(screen, client).faults.sort()).toEqual([
      '4: a text in aria-label: … opened',
      '4: a text in title: New order',
      '5: a text in JSX: Not saved',
      '7: a text in JSX: to …',
      '7: a text in showError: Not sent',
      '8: a text in what: reference',
    ]);
    const choices = `${imported}
      export const choices = [{ value: 'in', label: 'Sign-ins' }, { value: 'out', label: t('Order') }];`;
    expect(wordsIn(choices, client).faults).toEqual(['3: a text in label: Sign-ins']);
    const service = `${imported}
      const early = new DomainError('TIMEOUT', 'REQUEST_TIMEOUT', 'The request took too long');
      export const late = (name: string) => {
        throw badRequest('BAD_NAME', t('Order'), [{ path: 'name', message: \`\${name} is taken\` }]);
      };`;
    expect(wordsIn(service, server).faults).toEqual(['5: a text in badRequest: … is taken']);
  });

  it('C496 finds a text that is said while a shared module loads, and values that a message does not have', () => {
    const source = `${imported}
      export const early = t('Save');
      export const named = message('Save');
      export const late = () => t('Order {number}', { count: 1 });
      export const spread = (values: object) => t('Order {number}', { ...values });`;
    const { used, faults } = wordsIn(source, server);
    expect(used.map(({ key }) => key)).toEqual(['Save', 'Save', 'Order {number}', 'Order {number}']);
    expect(faults).toEqual([
      '3: `t` while the module loads: name it with `message` and say it later',
      '5: other values than the message has (count, number): Order {number}',
    ]);
    expect(wordsIn(source, { ...client, isScreen: false }).faults).toHaveLength(1);
  });
});
