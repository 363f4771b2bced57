package business;

import java.util.ArrayList;
import java.util.List;

/** Meetings in a room, which may not overlap. */
public class Scheduler {
    public class Meeting {
        private final int start;
        private final int end;
        private final String title;

        Meeting(int start, int end, String title) {
            this.start = start;
            this.end = end;
            this.title = title;
        }

        public int length() {
            return end - start;
        }

        public String title() {
            return title;
        }

        public boolean isLast() {
            return meetings.get(meetings.size() - 1) == this;
        }
    }

    private final int opens;
    private final int closes;
    private final List<Meeting> meetings = new ArrayList<>();

    public Scheduler(int opens, int closes) {
        if (opens < 0 || closes > 24 || opens >= closes) {
            throw new IllegalArgumentException("hours");
        }
        this.opens = opens;
        this.closes = closes;
    }

    public Meeting book(int start, int end, String title) {
        if (start < opens || end > closes || start >= end) {
            throw new IllegalArgumentException("outside opening hours");
        }
        int at = 0;
        for (Meeting meeting : meetings) {
            if (start < meeting.end && meeting.start < end) {
                return null;
            }
            if (meeting.start < start) {
                at++;
            }
        }
        Meeting meeting = new Meeting(start, end, title);
        meetings.add(at, meeting);
        return meeting;
    }

    public boolean cancel(String title) {
        return meetings.removeIf(meeting -> meeting.title.equals(title));
    }

    public int firstFree(int length) {
        int free = opens;
        for (Meeting meeting : meetings) {
            if (meeting.start - free >= length) {
                return free;
            }
            free = meeting.end;
        }
        return closes - free >= length ? free : -1;
    }

    public int count() {
        return meetings.size();
    }
}
