import { get, type Screen } from '../screen.ts';
import { toDo } from './to-do.tsx';
import { todayPage } from './today-page.tsx';

export const todayScreens: readonly Screen[] = [get('/', 'staff', todayPage), get('/today/to-do', 'staff', toDo)];
